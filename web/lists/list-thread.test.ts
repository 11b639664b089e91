import { afterEach, beforeEach, expect, test } from 'vitest';
import { listUsers } from '../../portal/accounts/accounts.contract.ts';
import { USERS_PLACE } from '../../portal/accounts/web/all-users.list.ts';
import { listFiles } from '../../portal/files/files.contract.ts';
import { FILES_PLACE } from '../../portal/files/web/all-files.list.ts';
import { listTickets } from '../../portal/tickets/tickets.contract.ts';
import { TICKETS_PLACE } from '../../portal/tickets/web/all-tickets.list.ts';
import { forgetSession, startSession } from '../session.ts';
import type { Asked, Told } from './list-desk.ts';
import { beginList } from './list-thread.ts';
import { openLongList } from './long-list.ts';

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
  tell(told: Told) {
    this.dispatchEvent(new MessageEvent('message', { data: told }));
  }
  terminate() {}
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
  ['files', FILES_PLACE, listFiles],
  ['tickets', TICKETS_PLACE, listTickets],
  ['users', USERS_PLACE, listUsers],
])('what is begun early is the list of %s', (_, place, endpoint) => {
  expect(place.path).toBe(endpoint.path);
});

test('a list that was begun before its screen was there is not read a second time', async () => {
  beginList(FILES_PLACE);
  const [thread] = StillWorker.all as [StillWorker];
  expect(thread.asked).toEqual([{ what: 'load', url: '/api/files', token: TOKEN, shape: FILES_PLACE.shape }]);
  const list = openLongList(listFiles, FILES_PLACE.shape);
  const loaded = list.load();
  await Promise.resolve();
  thread.tell({ what: 'loaded', total: 7 });
  expect(await loaded).toBe(7);
  expect(asks()).toEqual([['load']]);
});

test('one that was complete, or had failed, before the screen was there is told of then', async () => {
  for (const [told, ends] of [
    [{ what: 'loaded', total: 3 }, { value: 3 }],
    [{ what: 'not loaded', problem: { status: 500, body: null } }, { reason: { status: 500 } }],
  ] as const) {
    beginList(FILES_PLACE);
    StillWorker.all.at(-1)?.tell(told);
    const [outcome] = await Promise.allSettled([openLongList(listFiles, FILES_PLACE.shape).load()]);
    expect(outcome).toMatchObject(ends);
  }
});

test('nobody who is not signed in begins one', () => {
  forgetSession({ isEnded: false });
  beginList(FILES_PLACE);
  expect(StillWorker.all).toEqual([]);
});
