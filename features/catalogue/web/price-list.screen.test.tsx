import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listSolutions, type Solution } from '../catalogue.calls.ts';
import PriceListScreen from './price-list.screen.tsx';
import { buildListedSolution } from '../solutions.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const stage1 = buildListedSolution();
const eco: Solution = { ...stage1, id: 2, name: 'Eco tuning', code: 'ECO', credits: 50, order_no: 1 };
const dpf: Solution = {
  ...stage1,
  id: 3,
  name: 'DPF off',
  code: 'DPF',
  credits: 40,
  type: 'OPTION',
  image_url: '/api/media/9',
};

const show = (user = CUSTOMER) => renderScreen(<PriceListScreen />, { at: '/price-list', user });
const findGroup = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
const findCard = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement;

test.each([CUSTOMER, ADMINISTRATOR])(
  'shows its title to %o',
  { tags: ['C-PRC-01', 'A-PRC-01', 'X-CRS-01'] },
  async (user) => {
    installFakeApi(fake(listSolutions, [stage1]));
    show(user);
    expect(screen.getByRole('heading', { level: 1, name: 'Price List | 1 CRS = 1 EUR' })).toBeVisible();
    await findGroup('TUNING');
  },
);

test('solutions are grouped by type, in their order', { tags: ['C-PRC-03'] }, async () => {
  installFakeApi(fake(listSolutions, [stage1, dpf, eco]));
  show();
  const names = (group: HTMLElement) => readTexts(within(group).getAllByRole('heading', { level: 3 }));
  expect(names(await findGroup('TUNING'))).toEqual(['Eco tuning', 'Stage 1']);
  expect(names(await findGroup('OPTION'))).toEqual(['DPF off']);
});

test('a card has image, name, code and credits', { tags: ['C-PRC-04', 'C-PRC-05'] }, async () => {
  installFakeApi(fake(listSolutions, [dpf]));
  show();
  await findGroup('OPTION');
  expect(within(findCard('DPF off')).getByText('DPF')).toBeVisible();
  expect(within(findCard('DPF off')).getByText('Credits: 40')).toBeVisible();
  expect(findCard('DPF off').querySelector('img')).toHaveAttribute('src', '/api/media/9');
});

test('a missing image, or one that fails to load, is replaced by a drawing', { tags: ['C-PRC-04'] }, async () => {
  installFakeApi(fake(listSolutions, [stage1, dpf]));
  show();
  await findGroup('TUNING');
  expect(findCard('Stage 1').querySelector('svg')).toBeVisible();
  fireEvent.error(findCard('DPF off').querySelector('img') as HTMLElement);
  expect(findCard('DPF off').querySelector('img')).toBeNull();
  expect(findCard('DPF off').querySelector('svg')).toBeVisible();
});

test('states that the solutions are tested, and how to get another one', { tags: ['C-PRC-06', 'G-38'] }, async () => {
  installFakeApi(fake(listSolutions, [stage1]));
  show();
  expect(screen.getByText('All listed solutions are tested.')).toBeVisible();
  expect(screen.getByText('Need something else? Open a ticket on the file’s page:')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My Files' })).toHaveAttribute('href', '/my-files');
  await findGroup('TUNING');
});

test('Buy Credits leads a customer to /buy-credits; administrators do not see it', { tags: ['C-PRC-02'] }, async () => {
  installFakeApi(fake(listSolutions, [stage1]));
  const { unmount } = show();
  await findGroup('TUNING');
  expect(screen.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits');
  unmount();
  show(ADMINISTRATOR);
  await findGroup('TUNING');
  expect(screen.queryByText('Buy Credits')).not.toBeInTheDocument();
});

test('can be searched by name and code; no match is distinguished from an empty list', async () => {
  installFakeApi(fake(listSolutions, [stage1, dpf]));
  const { visitor } = show();
  await findGroup('TUNING');
  const search = screen.getByPlaceholderText('Search by name, code...');
  await visitor.type(search, 'dpf');
  expect(screen.queryByText('Stage 1')).not.toBeInTheDocument();
  expect(findCard('DPF off')).toBeVisible();
  await visitor.type(search, 'x');
  expect(screen.getByText('No results for “dpfx”')).toBeVisible();
});

test('an empty catalogue shows a message', { tags: ['G-17'] }, async () => {
  installFakeApi(fake(listSolutions, []));
  show();
  expect(await screen.findByText('No solutions found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My Tickets' })).toHaveAttribute('href', '/my-ticket');
});

test('loading is shown', async () => {
  installFakeApi(fake(listSolutions, () => new Promise<Solution[]>(() => {})));
  show();
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
});

test('a failed request can be retried', { tags: ['G-32'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(fake(listSolutions, no(500)));
  const { visitor } = show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(listSolutions, [stage1]));
  await visitor.click(retry);
  expect(await screen.findByText('Credits: 60')).toBeVisible();
});
