import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { FakeNo, fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { getApplicationConfiguration } from '../settings.calls.ts';
import GainScreen from './gain.screen.tsx';

const GAIN = 'https://shop.example.com/tuning';

function show(response: string | null | ReturnType<typeof no>) {
  const reply = response instanceof FakeNo ? response : applicationConfiguration({ gain_url: response });
  const api = installFakeApi(fake(getApplicationConfiguration, reply));
  return { api, ...renderScreen(<GainScreen />, { at: '/gain' }) };
}

test('Gain embeds a page that learns nothing about the visitor', { tags: ['C-GAI-01', 'A-GAI-01'] }, async () => {
  show(GAIN);
  expect(screen.getByRole('heading', { level: 1, name: 'Gain' })).toBeVisible();
  const frame = await screen.findByTitle('Gain');
  expect(frame).toHaveAttribute('src', GAIN);
  expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
  expect(screen.getByText('Loading...')).toBeVisible();
  fireEvent.load(frame);
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
});

test('a page that refuses to be embedded can be opened in a new tab', { tags: ['G-37'] }, async () => {
  show(GAIN);
  const link = await screen.findByRole('link', { name: 'Open in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([GAIN, '_blank']);
});

test('without an address it offers customers the price list and nothing else', { tags: ['G-37'] }, async () => {
  const { container } = show(null);
  expect(await screen.findByRole('link', { name: 'Price List' })).toHaveAttribute('href', '/price-list');
  expect(container).toHaveTextContent(/^GainAll solutions and their prices are in the price list\.Price List$/);
});

test('a configuration that fails to load can be requested again', { tags: ['G-32'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, visitor } = show(no(500));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(getApplicationConfiguration, applicationConfiguration({ gain_url: GAIN })));
  await visitor.click(retry);
  expect(await screen.findByTitle('Gain')).toBeVisible();
});

test('without an address it leads those who may decide to the first start', async () => {
  installFakeApi(fake(getApplicationConfiguration, applicationConfiguration()));
  renderScreen(<GainScreen />, { at: '/admin/gain', user: ADMINISTRATOR });
  expect(await screen.findByRole('link', { name: 'Price List' })).toHaveAttribute('href', '/admin/price-list');
  expect(screen.getByRole('link', { name: 'Decide in “First start”' })).toHaveAttribute('href', '/admin/first-start');
});
