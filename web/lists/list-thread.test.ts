import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listUsers } from '../../portal/accounts/accounts.contract.ts';
import { USERS_PLACE } from '../../portal/accounts/web/all-users.list.ts';
import { listTickets } from '../../portal/tickets/tickets.contract.ts';
import { TICKETS_PLACE } from '../../portal/tickets/web/all-tickets.list.ts';
import { forgetSession, getSession, startSession } from '../session.ts';
import type { Asked, Told } from './list-desk.ts';
import { beginList } from './list-thread.ts';
import { FRESH_MS, openLongList } from './long-list.ts';

const CALLER = {
  id: 1,
  email: 's@example.com',
  username: 'support',
  phone: '',
  country: '',
  role: 'ADMIN' as const,
};
const TOKEN = `e30.${btoa(JSON.stringify({ sub: JSON.stringify(CALLER) }))}.x`;

/** Threads that do nothing of themselves. */
class StillWorker extends EventTarget {
  static all: StillWorker[] = [];
  asked: Asked[] = [];
  constructor() {
    super();
    StillWorker.all.push(this);
  }
  postMessage(asked: Asked) {
    this.asked.push(asked);
  }
  isEnded = false;
  tell(told: Told) {
    this.dispatchEvent(new MessageEvent('message', { data: told }));
  }
  terminate() {
    this.isEnded = true;
  }
}

beforeEach(() => {
  StillWorker.all = [];
  globalThis.Worker = StillWorker as never;
  startSession(TOKEN);
});
afterEach(() => {
  delete (globalThis as Partial<typeof globalThis>).Worker;
});

const asks = () => StillWorker.all.map(({ asked }) => asked.map(({ what }) => what));

test.each([
  ['tickets', TICKETS_PLACE, listTickets],
  ['users', USERS_PLACE, listUsers],
])('what is begun early is the list of %s', (_, place, endpoint) => {
  expect(place.path).toBe(endpoint.path);
});

test('a list that was begun before its screen was there is not read a second time', async () => {
  void beginList(TICKETS_PLACE, '');
  const [thread] = StillWorker.all as [StillWorker];
  const nothing = { search: '', filters: { status: '' }, sort: null };
  expect(thread.asked).toEqual([
    { what: 'load', url: '/api/tickets', token: TOKEN, shape: TICKETS_PLACE.shape },
    { what: 'look first', query: nothing, from: 0, to: 300 },
  ]);
  const list = openLongList(listTickets, TICKETS_PLACE.shape);
  const loaded = list.load();
  await Promise.resolve();
  thread.tell({ what: 'loaded', total: 7 });
  expect(await loaded).toBe(7);
  expect(asks()).toEqual([['load', 'look first']]);
});

test('one that was complete, or had failed, before the screen was there is told of then', async () => {
  for (const [told, ends] of [
    [{ what: 'loaded', total: 3 }, { value: 3 }],
    [{ what: 'not loaded', problem: { status: 500, body: null } }, { reason: { status: 500 } }],
  ] as const) {
    void beginList(TICKETS_PLACE, '');
    StillWorker.all.at(-1)?.tell(told);
    const [outcome] = await Promise.allSettled([openLongList(listTickets, TICKETS_PLACE.shape).load()]);
    expect(outcome).toMatchObject(ends);
  }
});

test('the first rows that it tells are those of the same question, until somebody has looked', async () => {
  let hasEnded = false;
  const begun = beginList(TICKETS_PLACE, '?q=golf&status=OPEN&sort=-price').then(() => (hasEnded = true));
  const [thread] = StillWorker.all as [StillWorker];
  const asked = {
    search: 'golf',
    filters: { status: 'OPEN' },
    sort: { key: 'price', direction: 'descending' as const },
  };
  expect(thread.asked[1]).toMatchObject({ query: asked });
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  const view = { isComplete: false, total: 100, counts: {}, matching: 1, from: 0, rows: [{ id: 7 }] };
  thread.tell({ what: 'first view', query: asked, view });
  await begun;
  const list = openLongList(listTickets, TICKETS_PLACE.shape);
  expect(list.firstView(asked)).toEqual(view);
  expect(list.firstView({ ...asked, search: '' })).toBeNull();
  const looked = list.look(asked, 0, 300);
  thread.tell({ what: 'view', number: 1, view });
  await looked;
  expect(list.firstView(asked)).toBeNull();
});

test('one that was begun for a session that has ended is not for the next one', async () => {
  void beginList(TICKETS_PLACE, '');
  const [thread] = StillWorker.all as [StillWorker];
  thread.tell({ what: 'not loaded', problem: { status: 403, body: null } });
  startSession(`${TOKEN}2`);
  const list = openLongList(listTickets, TICKETS_PLACE.shape);
  expect(thread.isEnded).toBe(true);
  const loaded = list.load();
  await expect.poll(() => asks()).toEqual([['load', 'look first', 'stop'], ['load']]);
  StillWorker.all.at(-1)?.tell({ what: 'loaded', total: 3 });
  expect(await loaded).toBe(3);
  expect(getSession()?.token).toBe(`${TOKEN}2`);
});

test('one that was begun some time ago is read again: what has changed since was told to nobody', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  void beginList(TICKETS_PLACE, '');
  const [thread] = StillWorker.all as [StillWorker];
  thread.tell({ what: 'loaded', total: 3 });
  now.mockReturnValue(10_000 + FRESH_MS + 1);
  const list = openLongList(listTickets, TICKETS_PLACE.shape);
  now.mockRestore();
  const loaded = list.load();
  await expect.poll(() => asks()).toEqual([['load', 'look first', 'load']]);
  thread.tell({ what: 'loaded', total: 4 });
  expect(await loaded).toBe(4);
});

test('a thread whose program does not come is done without: the page reads the list itself', async () => {
  globalThis.fetch = async () => new Response('[{"id":7}]');
  void beginList(TICKETS_PLACE, '');
  StillWorker.all[0]?.dispatchEvent(new Event('error'));
  const list = openLongList(listTickets, TICKETS_PLACE.shape);
  // Before the page has its own program for it.
  const early = list.look({ search: '', filters: {}, sort: null }, 0, 10);
  expect(await list.load()).toBe(1);
  expect(await early).toMatchObject({ total: 0 });
  expect(await list.look({ search: '', filters: {}, sort: null }, 0, 10)).toMatchObject({ rows: [{ id: 7 }] });
});

test('nobody who is not signed in begins one', () => {
  forgetSession({ isEnded: false });
  void beginList(TICKETS_PLACE, '');
  expect(StillWorker.all).toEqual([]);
});
