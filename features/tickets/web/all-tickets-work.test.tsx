import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { AS_OF, fakeTickets } from '../../../web/testing/fake-list.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { shownMessages } from '../../../web/testing/shown-messages.ts';
import { endpoints } from '../../../app/endpoints.ts';
import { closeSelectedTickets, notifyTicketOwners } from '../tickets.calls.ts';
import type { TicketSummary } from '../ticket.ts';
import AllTicketsScreen from './all-tickets.screen.tsx';

const ticket = (id: number, changes: Partial<TicketSummary> = {}): TicketSummary => ({
  id,
  ticket_id: `T${100_000 + id}`,
  file_id: id + 10,
  subject: `Question ${id}`,
  username: id % 2 ? 'ana' : 'boris',
  user_id: id % 2 ? 7 : 8,
  status: 'OPEN',
  opening_date: '2026-03-02T08:00:00.000Z',
  closing_date: null,
  ...changes,
});
const CLOSED = ticket(1, { status: 'CLOSED', closing_date: '2026-03-03T08:00:00.000Z' });
const TICKETS = [ticket(4), ticket(3), ticket(2), CLOSED];

async function open() {
  const api = installFakeApi(
    ...fakeTickets(TICKETS),
    fake(notifyTicketOwners, { message: 'Notification sent successfully!' }),
  );
  const shown = renderScreen(<AllTicketsScreen />, { at: '/admin/all-tickets', user: ADMINISTRATOR });
  await screen.findAllByRole('row');
  const tick = async (...ids: number[]) => {
    for (const id of ids)
      await shown.visitor.click(screen.getByRole('checkbox', { name: `Select Question ${id} (T${100_000 + id})` }));
  };
  return { ...shown, api, tick };
}

const button = (name: string) => screen.getByRole('button', { name });

test('several tickets are closed after one confirmation, except closed ones; skipped tickets are reported', async () => {
  const { visitor, tick, api } = await open();
  api.use(fake(closeSelectedTickets, { message: 'Tickets closed successfully!', closed: 1, left_out: 1 }));
  await tick(4, 3, 1);
  await visitor.click(await screen.findByRole('button', { name: 'Close selected' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close 2 tickets?' }));
  expect(dialog.getByText('1 of the selected is closed already.')).toBeVisible();
  await visitor.click(dialog.getByRole('button', { name: 'Close all' }));
  await waitFor(() =>
    expect(shownMessages()).toEqual(
      expect.arrayContaining(['success: Tickets closed: 1', 'info: Skipped because they changed in the meantime: 1']),
    ),
  );
  expect(api.callsOf(closeSelectedTickets)[0]?.input).toEqual({ ids: [4, 3, 1], count: 2 });
  expect(screen.queryByText(/ selected$/)).toBeNull();
});

test('all matching tickets are sent as the filter, with the time the list was read', async () => {
  const { visitor, tick, api } = await open();
  api.use(fake(closeSelectedTickets, { message: 'Tickets closed successfully!', closed: 2, left_out: 0 }));
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'OPEN');
  await waitFor(() => expect(screen.queryByText('Question 1')).toBeNull());
  await tick(4);
  await visitor.click(button('Select all 3'));
  await visitor.click(screen.getByRole('checkbox', { name: 'Select Question 3 (T100003)' }));
  expect(await screen.findByText('2 selected')).toBeVisible();
  await visitor.click(await screen.findByRole('button', { name: 'Close selected' }));
  await visitor.click(await screen.findByRole('button', { name: 'Close all' }));
  await waitFor(() => expect(shownMessages()).toEqual(['success: Tickets closed: 2']));
  expect(api.callsOf(closeSelectedTickets)[0]?.input).toEqual({
    ids: [4],
    all: { status: 'OPEN', as_of: AS_OF, except: [3] },
    count: 2,
  });
});

test('closed tickets alone offer nothing to close, and neither the screen nor any call deletes a ticket', async () => {
  const { tick } = await open();
  await tick(1);
  expect(screen.queryByRole('button', { name: 'Close selected' })).toBeNull();
  expect(screen.queryByRole('button', { name: /delete/i })).toBeNull();
  const calls = endpoints.filter(({ path }) => path.startsWith('/tickets'));
  expect(calls).toContain(closeSelectedTickets);
  expect(calls.filter(({ method, path }) => method === 'DELETE' || /delete|remove/.test(path))).toEqual([]);
});

test('each customer of the selected tickets is notified once', async () => {
  const { visitor, tick, api } = await open();
  await tick(4, 3, 2);
  await visitor.click(button('Notify'));
  await visitor.type(await screen.findByLabelText(/Message/), 'Closed on Monday');
  await visitor.click(button('Send Notification'));
  await waitFor(() => expect(shownMessages()).toEqual(['success: Notification sent successfully!']));
  expect(api.callsOf(notifyTicketOwners)[0]?.input).toEqual({
    ids: [4, 3, 2],
    count: 2,
    message: 'Closed on Monday',
  });
});

test('the confirmation is a sound dialog', async () => {
  const { visitor, tick } = await open();
  await tick(4);
  await screen.findByRole('button', { name: 'Close selected' });
  const of = 'features/tickets/web/bulk-close-tickets.tsx';
  const opener = () => button('Close selected');
  await expectSoundDialog({ of, visitor, name: 'Close 1 ticket?', role: 'alertdialog', opener });
});
