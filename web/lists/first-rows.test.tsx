import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import AllUsersScreen from '../../portal/accounts/web/all-users.screen.tsx';
import { USERS_PLACE } from '../../portal/accounts/web/all-users.list.ts';
import AllTicketsScreen from '../../portal/tickets/web/all-tickets.screen.tsx';
import { TICKETS_PLACE } from '../../portal/tickets/web/all-tickets.list.ts';
import { installFakeApi } from '../testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen, tokenOf } from '../testing/render-screen.tsx';
import { startSession } from '../session.ts';
import { recentMessages } from '../ui/recent-messages.ts';
import type { Asked, Told } from './list-desk.ts';
import type { ListRow } from './list-shape.ts';
import { beginList, type ListPlace } from './list-thread.ts';

/** A thread that answers nothing but the question with which a list is begun. */
class FirstWorker extends EventTarget {
  static row: ListRow;
  postMessage(asked: Asked) {
    if (asked.what !== 'look first') return;
    const view = { isComplete: false, total: 100, counts: {}, matching: 1, from: 0, rows: [FirstWorker.row] };
    const told: Told = { what: 'first view', query: asked.query, view };
    this.dispatchEvent(new MessageEvent('message', { data: told }));
  }
  terminate() {}
}

beforeEach(() => {
  installFakeApi();
  globalThis.Worker = FirstWorker as never;
  startSession(tokenOf(ADMINISTRATOR));
});
afterEach(() => {
  delete (globalThis as Partial<typeof globalThis>).Worker;
});

const MORNING = '2026-03-02T08:00:00.000Z';
const RICH = { credit_balance: 1, ai_credit_balance: 0 };

const lists: [string, string, ListPlace, ComponentType, ListRow, string][] = [
  [
    'tickets',
    '?q=noise&status=OPEN&sort=subject',
    TICKETS_PLACE,
    AllTicketsScreen,
    { id: 2, ticket_id: '200002', username: 'ana', status: 'OPEN', subject: 'noise', opening_date: MORNING },
    '200002',
  ],
  [
    'users',
    '?q=ana&role=CUSTOMER&status=ACTIVE&sort=-username',
    USERS_PLACE,
    AllUsersScreen,
    { id: 3, username: 'ana', email: 'ana@example.com', country: 'Spain', role: 'CUSTOMER', status: 'ACTIVE', ...RICH },
    'ana@example.com',
  ],
];

test.each(lists)(
  'the screen of all %s shows what its address asked for at the beginning, without asking again',
  (_name, address, place, Screen, row, text) => {
    FirstWorker.row = row;
    void beginList(place, address);
    renderScreen(<Screen />, { at: `/admin${address}`, user: ADMINISTRATOR });
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  },
);

test('another address is another question, and those rows are not its answer', () => {
  const [[, address, place, Screen, row, text]] = lists as [(typeof lists)[number]];
  FirstWorker.row = row;
  void beginList(place, address);
  renderScreen(<Screen />, { at: '/admin?q=audi', user: ADMINISTRATOR });
  expect(screen.queryByText(text)).toBeNull();
});

test('what breaks off is said above the rows that came, and neither a search nor a table takes them for all', async () => {
  delete (globalThis as Partial<typeof globalThis>).Worker;
  const [[, , , Screen, row]] = lists as [(typeof lists)[number]];
  vi.spyOn(console, 'warn').mockReturnValue();
  const lines = Array.from({ length: 120 }, (_, at) => JSON.stringify({ ...row, id: at + 1, file_id: String(at + 1) }));
  globalThis.fetch = async () => new Response(`[\n${lines.join(',\n')},\n`);
  const { visitor } = renderScreen(<Screen />, { at: '/admin', user: ADMINISTRATOR });
  expect(await screen.findByRole('alert', {}, { timeout: 5000 })).toHaveTextContent('Could not load.');
  expect(screen.getAllByRole('row').length).toBeGreaterThan(1);
  await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(recentMessages.list().map(({ text }) => text)).toContain('Could not load.'), {
    timeout: 5000,
  });
  await visitor.type(screen.getByRole('searchbox'), 'nowhere');
  await waitFor(() => expect(screen.queryAllByRole('row')).toEqual([]));
  expect(screen.queryByText(/No results/)).toBeNull();
});
