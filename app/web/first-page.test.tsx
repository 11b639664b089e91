import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { getMyUser, listUsers } from '../../features/accounts/accounts.calls.ts';
import { listCountryChanges } from '../../features/accounts/account-changes.calls.ts';
import { getFile, listFiles, listUserFiles } from '../../features/files/files.calls.ts';
import { buildFileDetail, buildFileSummary } from '../../features/files/files.factory.ts';
import {
  getDashboard,
  getNeedsYou,
  getUserDashboard,
  getWaiting,
} from '../../features/staff/dashboard/dashboard.calls.ts';
import { listOperatorNotices } from '../../features/shop/notices/notices.calls.ts';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { listTickets } from '../../features/tickets/tickets.calls.ts';
import type { SessionUser } from '../../contract/session.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { keepEarlyReply, takeEarlyReply } from '../../web/client/early-replies.ts';
import { LISTS } from '../../web/client/first-page.ts';
import { queryClient } from '../../web/client/query-client.ts';
import { Routing, loadFirstScreen } from './routing.tsx';
import { prepareScreenAt } from '../../web/frame/screen.tsx';
import { forgetSession, getSession, startSession } from '../../web/client/session.ts';
import { applicationConfiguration } from '../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../web/testing/fake-api.ts';
import { readPage } from '../../web/testing/fake-list.ts';
import { myUser } from '../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../web/testing/render-screen.tsx';

let api: FakeApi;

const nothing = (asked: Record<string, unknown>) => readPage<never>([], asked, { texts: () => [] });

beforeEach(() => {
  queryClient.clear();
  api = installFakeApi(
    fake(getMyUser, myUser()),
    fake(listOperatorNotices, []),
    fake(listCountryChanges, { changes: [], total: 0 }),
    fake(getApplicationConfiguration, applicationConfiguration()),
    ...[listFiles, listTickets, listUsers].map((list) => fake(list, nothing as never)),
  );
});

const asked = (list: Endpoint) => api.callsOf(list).map(({ input }) => input);

const addresses: [string, Endpoint, Record<string, string>][] = [
  ['/admin/all-files', listFiles, {}],
  ['/admin/all-files?q=+golf+5', listFiles, { q: 'golf 5' }],
  ['/admin/all-files?price=PAID&status=PENDING', listFiles, { status: 'PENDING', price_status: 'PAID' }],
  ['/admin/all-files?sort=-price&page=2', listFiles, { sort: 'price', order: 'desc' }],
  ['/admin/all-tickets?status=OPEN&q=boost', listTickets, { q: 'boost', status: 'OPEN' }],
  ['/admin/all-tickets?sort=subject', listTickets, { sort: 'subject', order: 'asc' }],
  ['/admin/all-users?status=ACTIVE&role=ADMIN', listUsers, { role: 'ADMIN', status: 'ACTIVE' }],
];

const knownLists = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey)
    .filter(([, which]) => which === 'all');

test.each(addresses)('%s is requested once, and is available when its screen is rendered', async (at, list, input) => {
  startSession(tokenOf(ADMINISTRATOR));
  await loadFirstScreen(new URL(at, 'http://localhost'));
  expect(asked(list)).toEqual([{ ...input, limit: '100' }]);
  const prepared = knownLists();
  expect(prepared).toHaveLength(1);
  renderScreen(<Routing />, { at, user: ADMINISTRATOR });
  await screen.findByText(/ found|match/i);
  expect(knownLists()).toEqual(prepared);
});

test('no list is requested for a customer or a visitor', async () => {
  for (const user of [CUSTOMER, null]) {
    if (user === null) forgetSession({ isEnded: false });
    else startSession(tokenOf(user));
    for (const pathname of Object.keys(LISTS)) await loadFirstScreen({ pathname, search: '' });
  }
  expect(api.calls).toEqual([]);
});

const file = buildFileSummary({ id: 17 });

const drawnWith: [string, SessionUser, Endpoint[]][] = [
  ['/dashboard', CUSTOMER, [getMyUser, getUserDashboard, getNeedsYou]],
  ['/', CUSTOMER, [getMyUser, getUserDashboard, getNeedsYou]],
  ['/', ADMINISTRATOR, [getMyUser, getDashboard, getNeedsYou]],
  ['/admin', ADMINISTRATOR, [getMyUser, getDashboard, getNeedsYou]],
  ['/my-files', CUSTOMER, [getMyUser, listUserFiles]],
  ['/view-file/17', CUSTOMER, [getMyUser, getFile]],
  ['/admin/dashboard', ADMINISTRATOR, [getMyUser, getDashboard, getNeedsYou]],
  ['/admin/view-file/17', ADMINISTRATOR, [getMyUser, getFile]],
];

const sorted = (endpoints: Iterable<Endpoint>) => [...endpoints].map(({ path }) => path).toSorted();

test.each(drawnWith)('what %s is drawn with is requested once, before its code is there', async (at, user, needed) => {
  const dashboard = { processed: 0, completed: 0, refunded: 0, canceled: 0, capped: [], files: [file], tickets: [] };
  api.use(
    fake(getUserDashboard, dashboard),
    fake(getDashboard, dashboard),
    fake(getNeedsYou, { needs: [], first_steps: null, first_start: null }),
    fake(listUserFiles, [file]),
    fake(getFile, buildFileDetail({ id: 17 })),
  );
  startSession(tokenOf(user));
  const sent = vi.spyOn(globalThis, 'fetch');
  const loaded = loadFirstScreen({ pathname: at, search: '' });
  expect(sent).toHaveBeenCalledTimes(needed.length);
  await loaded;
  expect(sorted(api.calls.map(({ endpoint }) => endpoint))).toEqual(sorted(needed));
  const states = queryClient.getQueryCache().getAll();
  expect(states.map(({ state }) => state.status)).toEqual(needed.map(() => 'success'));
});

/** Loads and draws a page of a customer as its first one. */
async function draw(at: string) {
  api.use(fake(getWaiting, { files: 0, tickets: 0, payments: null }));
  // A call without a response would be followed by a reload.
  const { fetch } = globalThis;
  globalThis.fetch = (target, init) =>
    target === '/api/events' ? Promise.resolve(new Response('', { status: 404 })) : fetch(target, init);
  startSession(tokenOf(CUSTOMER));
  await loadFirstScreen({ pathname: at, search: '' });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Routing />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a screen uses what was requested for it, without another request', async () => {
  api.use(fake(listUserFiles, [file]));
  await draw('/my-files');
  expect(await screen.findByRole('table', { name: 'My Files' })).toBeVisible();
  expect([listUserFiles, getMyUser].map((one) => api.callsOf(one).length)).toEqual([1, 1]);
});

test('a file that does not exist is asked for once, and its page says so from the start', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  api.use(fake(getFile, no(404)));
  await draw('/view-file/17');
  expect(await screen.findByText('File not found.')).toBeVisible();
  expect(asked(getFile)).toEqual([{ id: '17' }]);
});

test('a page without the frame asks for nothing of it', async () => {
  startSession(tokenOf(CUSTOMER));
  await loadFirstScreen({ pathname: '/my-credits-history/statement', search: '' });
  expect(api.calls).toEqual([]);
});

test('a press on a link to a page that the reader may not open asks for nothing, and does not end the session', async () => {
  api.use(fake(getDashboard, no(403)), fake(getNeedsYou, no(403)));
  startSession(tokenOf(CUSTOMER));
  const link = document.body.appendChild(document.createElement('a'));
  link.href = '/admin/dashboard';
  fireEvent.pointerDown(link);
  await prepareScreenAt('/admin/dashboard');
  link.remove();
  expect(api.calls).toEqual([]);
  expect(getSession()).not.toBeNull();
});

test('nothing is requested for a reader who has to choose a password or a second factor first', async () => {
  for (const missing of ['must_change_password', 'must_add_second_factor'] as const) {
    startSession(tokenOf({ ...CUSTOMER, [missing]: true }));
    await loadFirstScreen({ pathname: '/dashboard', search: '' });
  }
  expect(api.calls).toEqual([]);
});

test('an early reply is used only by its own session and request, once, for a short time', async () => {
  const reply = () => Promise.resolve(new Response('[]'));
  keepEarlyReply('/api/files', 'one', reply());
  expect(takeEarlyReply('/api/files', 'other')).toBeUndefined();
  keepEarlyReply('/api/files', 'one', reply());
  expect(takeEarlyReply('/api/files?q=golf', 'one')).toBeUndefined();
  expect(takeEarlyReply('/api/files', 'one')).toBeInstanceOf(Promise);
  expect(takeEarlyReply('/api/files', 'one')).toBeUndefined();
  keepEarlyReply('/api/files', 'one', reply());
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_001);
  expect(takeEarlyReply('/api/files', 'one')).toBeUndefined();
});

test('the body of an early reply that is not used is canceled: unread, it would keep its connection', async () => {
  const canceled = vi.fn<() => void>();
  const response = new Response(new ReadableStream({ cancel: canceled }));
  keepEarlyReply('/api/files', 'one', Promise.resolve(response));
  expect(takeEarlyReply('/api/files', 'other')).toBeUndefined();
  await waitFor(() => expect(canceled).toHaveBeenCalledOnce());
});

test('a failed early request is repeated by the screen', async () => {
  startSession(tokenOf(ADMINISTRATOR));
  keepEarlyReply('/api/files?limit=100', tokenOf(ADMINISTRATOR), Promise.reject(new TypeError('Failed to fetch')));
  renderScreen(<Routing />, { at: '/admin/all-files', user: ADMINISTRATOR });
  await waitFor(() => expect(asked(listFiles)).toEqual([{ limit: '100' }]));
});
