/// <reference types="node" />
import { act, screen, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionUser } from '../../contract/session.ts';
import { getLoginBackground } from '../../features/catalogue/media/media.calls.ts';
import { endpoints } from '../endpoints.ts';
import { queryClient } from '../../web/client/query-client.ts';
import { Routing } from './routing.tsx';
import { exampleReply } from '../../web/testing/example-reply.ts';
import { fake, installFakeApi } from '../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../web/testing/render-screen.tsx';
import { standInForWorkers } from '../../web/testing/worker-stand-in.ts';
import { readTexts } from '../../web/testing/table-cells.ts';

const VISITOR = ['login', 'register', 'forgot-password', 'reset-password', 'activate-account', 'confirm-email'];
const CUSTOMERS = [
  'my-credits-history/statement',
  'dashboard',
  'upload',
  'upload-ai',
  'my-files',
  'view-file/:id',
  'view-file/:id/changes',
  'my-ticket',
  'create-ticket/:id',
  'my-credits-history',
  'price-list',
  'buy-credits',
  'sandbox-checkout',
  'gain',
  'account-settings',
];
const ADMINISTRATORS = [
  'outbox',
  'admin/credits-statement/:id',
  'admin/dashboard',
  'admin/all-files',
  'admin/view-file/:id',
  'admin/all-tickets',
  'admin/create-ticket/:id',
  'admin/all-users',
  'admin/staff-roles',
  'admin/edit-user/:id',
  'admin/credits-ledger',
  'admin/audit',
  'admin/security-log',
  'admin/payments',
  'admin/dtc-off-files',
  'admin/dtc-off',
  'admin/bin',
  'admin/reports',
  'admin/disk-use',
  'admin/webhooks',
  'admin/solutions',
  'admin/add-solution',
  'admin/edit-solution/:id',
  'admin/solution-images',
  'admin/standard-solutions',
  'admin/first-start',
  'admin/login-images',
  'admin/email',
  'admin/push-notification',
  'admin/application-configuration',
  'admin/price-list',
  'admin/gain',
  'admin/account-settings',
];

const ALL = [
  ...[...VISITOR, 'supported-ecus', 'changes?token=abc', 'continue?token=abc', 'continue'].map(
    (path) => [path, null] as const,
  ),
  ...CUSTOMERS.map((path) => [path, CUSTOMER] as const),
  ...ADMINISTRATORS.map((path) => [path, ADMINISTRATOR] as const),
];

let isCut = false;
/** Added to the clock: outages that follow each other within two seconds are reloaded together. */
let skippedMs = 0;
const now = performance.now.bind(performance);

beforeEach(() => {
  standInForWorkers();
  isCut = false;
  installFakeApi(
    ...endpoints.map((endpoint) =>
      fake(endpoint, (input) => exampleReply(endpoint, { isPage: 'limit' in (input as object) }) as never),
    ),
    // No picture, because jsdom would never load it.
    fake(getLoginBackground, null),
  );
  const served = globalThis.fetch;
  // The app logs what it could not load in the background.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation((target, init) => {
    const address = target instanceof Request ? target.url : target.toString();
    if (isCut) return Promise.reject(new TypeError('Failed to fetch'));
    // Not in the contract: the connection probe, and the event stream, which this server does not have.
    if (address.endsWith('/api/health')) return Promise.resolve(new Response('{}'));
    if (address.includes('/api/events')) return Promise.resolve(new Response('', { status: 404 }));
    return served(target, init);
  });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isCut);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
});

const open = (path: string, user: SessionUser | null) =>
  renderScreen(<Routing />, { at: `/${path.replace(':id', '1')}`, user });

const cut = () => {
  isCut = true;
  skippedMs += 2000;
  return act(async () => void window.dispatchEvent(new Event('offline')));
};
const mend = () => {
  isCut = false;
  return act(async () => void window.dispatchEvent(new Event('online')));
};

/** The parts of a screen to compare; left out are relative times, which keep changing. */
const content = () => ({
  headings: readTexts(screen.queryAllByRole('heading')),
  rows: screen.queryAllByRole('row').length,
  fields: document.querySelectorAll('input, textarea, select').length,
});

const strip = () => screen.queryByText('You are offline.');
const title = () => screen.getAllByRole('heading', { level: 1 })[0]?.textContent;

/** Texts that no screen may show for longer than a call takes. */
const untrue = () => readTexts(screen.queryAllByText(/^(Loading\.\.\.|Support is online)$/));
const failures = () => readTexts(screen.queryAllByText(/^Could not load\.|^Failed to load/));

/** Waits until all requests are done, several times, because what a response renders may request more. */
async function settled() {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await waitFor(() => {
      expect(title()).toBeTruthy();
      expect(queryClient.isFetching()).toBe(0);
      expect(screen.queryByText('Loading...')).toBeNull();
    });
    // Waits for parts of the screen that are loaded as separate chunks.
    await act(() => vi.dynamicImportSettled());
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
}

test('every screen in the routes is in this table', () => {
  const routes = [
    ...readFileSync('app/web/routing.tsx', 'utf8').matchAll(/<Route path="([^"]+)" element={<(?!Navigate)\w+ \/>}/g),
  ];
  const written = routes.map(([, path = '']) => path.replace(/^\//, ''));
  const known = ALL.map(([path]) => path.replace(/^admin\/|\?.*/g, ''));
  expect(written.length).toBeGreaterThan(40);
  expect(
    written.filter((path) => !['admin', '', '*'].includes(path) && !known.includes(path.replace(/^admin\//, ''))),
  ).toEqual([]);
});

describe.each(ALL)('%s', (path, user) => {
  test('offline at load: shows it, does not load forever, and appears when the network is back', async () => {
    isCut = true;
    open(path, user);
    await screen.findAllByRole('heading', { level: 1 });
    await cut();
    await waitFor(() => expect(strip()).toBeVisible());
    await waitFor(() => expect(untrue()).toEqual([]));
    await mend();
    await waitFor(() => expect(strip()).toBeNull());
    await settled();
    expect(failures()).toEqual([]);
  });

  test('offline during use: shows it, stays unchanged, and is live when the network is back', async () => {
    open(path, user);
    await screen.findAllByRole('heading', { level: 1 });
    await settled();
    const before = content();
    await cut();
    await act(() => queryClient.invalidateQueries());
    expect(strip()).toBeVisible();
    expect(content()).toEqual(before);
    expect(untrue()).toEqual([]);
    // A list keeps its rows, and may add a note that they may be out of date.
    expect(failures().filter((text) => text !== 'Could not load.')).toEqual([]);
    await mend();
    await waitFor(() => expect(strip()).toBeNull());
    await settled();
    expect(content()).toEqual(before);
  });
});
