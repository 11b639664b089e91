import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { listOperatorNotices } from '../../../shop/notices/notices.calls.ts';
import { getDashboard, getNeedsYou, type Dashboard } from '../dashboard.calls.ts';
import AdminDashboardScreen from './admin-dashboard.screen.tsx';
import { buildFileSummary } from '../../../files/files.factory.ts';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const at = '2026-11-20T10:00:00.000Z';
const dashboard: Dashboard = {
  processed: 30,
  completed: 41,
  refunded: 2,
  canceled: 5,
  capped: [],
  files: [
    buildFileSummary({
      id: 17,
      file_id: '100017',
      user_id: 7,
      price_status: 'PAID',
      status: 'PENDING',
      created_at: at,
      updated_at: at,
    }),
  ],
  tickets: [
    {
      id: 3,
      ticket_id: 'T100003',
      file_id: 17,
      subject: 'Is it possible to keep the cold start emission strategy?',
      username: 'ana',
      status: 'OPEN',
      opening_date: at,
      closing_date: null,
    },
  ],
};

const show = () =>
  renderScreen(<AdminDashboardScreen />, { at: '/admin/dashboard', path: '/admin/dashboard', user: ADMINISTRATOR });
const findTable = (name: string) => screen.findByRole('table', { name });
const listHeaders = (table: HTMLElement) => readTexts(within(table).getAllByRole('columnheader'));

beforeEach(() => {
  installFakeApi(
    fake(getDashboard, dashboard),
    fake(listOperatorNotices, []),
    fake(getNeedsYou, { needs: [], first_steps: null, first_start: null }),
  );
});

test('the counts cover all customers', { tags: ['A-DSH-01', 'A-DSH-02', 'A-DSH-03'] }, async () => {
  show();
  await findTable('Last Files');
  const findCount = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent;
  expect([findCount('Processed'), findCount('Refunded'), findCount('Canceled')]).toEqual(['41', '2', '5']);
});

test('more files than are counted have a plus sign, and are all counted on request', async () => {
  const capped: Dashboard = {
    ...dashboard,
    processed: 30,
    completed: 10_030,
    canceled: 10_000,
    capped: ['COMPLETED', 'CANCELED'],
  };
  const exact: Dashboard = { ...dashboard, processed: 30, completed: 400_030, canceled: 10_001, capped: [] };
  installFakeApi(
    fake(getDashboard, ({ count }) => (count === 'exact' ? exact : capped)),
    fake(listOperatorNotices, []),
    fake(getNeedsYou, { needs: [], first_steps: null, first_start: null }),
  );
  const { visitor } = show();
  await findTable('Last Files');
  const findCount = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent;
  expect([findCount('Processed'), findCount('Refunded'), findCount('Canceled')]).toEqual(['10,000+', '2', '10,000+']);
  expect(screen.getByText('PROCESSED 30, COMPLETED 10,000+')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Count all' }));
  await waitFor(() => expect(findCount('Processed')).toBe('400030'));
  expect([findCount('Canceled'), screen.queryByRole('button', { name: 'Count all' })]).toEqual(['10001', null]);
});

test(
  'Last Files shows the file’s owner, and View opens the admin page of the file',
  { tags: ['A-DSH-05', 'A-DSH-06', 'A-DSH-07', 'A-DSH-08', 'A-DSH-09', 'A-DSH-10', 'A-DSH-T01'] },
  async () => {
    const { visitor, location } = show();
    const table = await findTable('Last Files');
    expect(listHeaders(table)).toEqual(['File ID', 'Username', 'File Name', 'Status', 'Waiting', 'View']);
    expect(within(table).getByText('ana')).toBeVisible();
    expect(within(table).getByText('VW_Golf_5_...')).toBeVisible();
    expect(within(table).getByText('PENDING').closest('[data-tone]')).toHaveAttribute('data-tone', 'yellow');
    await visitor.click(within(table).getByRole('link', { name: /^View/ }));
    expect(location()).toBe('/admin/view-file/17');
  },
);

test(
  'Last Tickets shows the ticket’s owner, and View opens its file',
  { tags: ['A-DSH-11', 'A-DSH-12', 'A-DSH-13', 'A-DSH-14', 'A-DSH-15', 'A-DSH-16', 'X-TRN-05'] },
  async () => {
    const { visitor, location } = show();
    const table = await findTable('Last Tickets');
    expect(listHeaders(table)).toEqual(['Ticket ID', 'Username', 'Subject', 'Status', 'Waiting', 'View']);
    expect(within(table).getByText('Is it possible to keep the cold sta...')).toBeVisible();
    await visitor.click(within(table).getByRole('link', { name: /^View/ }));
    expect(location()).toBe('/admin/view-file/17');
  },
);

test('files are searched by id and name only', { tags: ['A-DSH-04'] }, async () => {
  const { visitor } = show();
  await findTable('Last Files');
  const box = screen.getByPlaceholderText('Search by file id, file name...');
  for (const [text, isFound] of [
    ['10001', true],
    ['GOLF', true],
    ['ana', false],
  ] as const) {
    await visitor.clear(box);
    await visitor.type(box, text);
    expect(screen.queryAllByText('100017')).toHaveLength(isFound ? 1 : 0);
  }
  expect(screen.getByText('No results for “ana”')).toBeVisible();
});

test('an empty portal shows the progress of its first start, and a link to continue', async () => {
  installFakeApi(
    fake(getDashboard, dashboard),
    fake(listOperatorNotices, []),
    fake(getNeedsYou, { needs: [], first_steps: null, first_start: { done: 2, of: 7 } }),
  );
  show();
  const card = within(await screen.findByRole('region', { name: 'First start' }));
  expect(card.getByText('2 of 7 steps are done.')).toBeVisible();
  expect(card.getByRole('link', { name: 'Continue the first start' })).toHaveAttribute('href', '/admin/first-start');
});
