import { setScreenWidth } from '../../../../web/testing/setup.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { fileIdentification } from '../../../../web/testing/identification-examples.ts';
import { TICKET, reply, detailOf } from '../../../../web/testing/ticket-examples.ts';
import { queryClient } from '../../../../web/client/query-client.ts';
import { recentMessages } from '../../../../web/ui/recent-messages.ts';
import type * as fileShapes from '../../file.ts';
import type * as contractShapes from '../../../tickets/ticket.ts';
import * as files from '../../files.calls.ts';
import { getIdentification } from '../../identification/identification.calls.ts';
import { getInternals, listTags } from '../../../staff/notes/notes.calls.ts';
import { listSimilarFiles } from '../../similar/similar-files.calls.ts';
import * as contract from '../../../tickets/tickets.calls.ts';
import AdminViewFileWithTicketScreen from './admin-view-file-with-ticket.screen.tsx';
import { openAdminFile } from '../../../../web/testing/open-admin-file.tsx';

const CLOSED: contractShapes.Ticket = { ...TICKET, status: 'CLOSED', closing_date: '2026-03-03T10:00:00.000Z' };

async function open(ticket = TICKET, changes: Partial<fileShapes.File> = {}) {
  const api = installFakeApi(
    fake(files.getFile, detailOf(changes)),
    fake(files.listFileHistory, []),
    fake(getIdentification, fileIdentification()),
    fake(listSimilarFiles, { state: 'DONE', files: [] }),
    fake(contract.getTicket, ticket),
    fake(getInternals, { notes: [], tags: [] }),
    fake(listTags, []),
  );
  const shown = await openAdminFile(<AdminViewFileWithTicketScreen />);
  const { visitor } = shown;
  const offer = async (name: string) => {
    // The menu of an earlier choice closes first: until then, a press on its button would only close it.
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await visitor.click(screen.getByRole('button', { name: 'Actions' }));
    return screen.findByRole('menuitem', { name });
  };
  const choose = async (name: string) => visitor.click(await offer(name));
  return { ...shown, api, offer, choose };
}
const messages = () => recentMessages.list().map(({ text }) => text);

describe('closing and reopening', { tags: ['A-VIEW-08', 'A-VIEW-13', 'A-VIEW-14', 'X-STA-17'] }, () => {
  test('Close Ticket closes it; the chat is disabled, and Reopen Ticket is offered instead', async () => {
    const { api, choose, offer } = await open();
    api.use(fake(contract.closeTicket, CLOSED));
    await choose('Close Ticket');
    await waitFor(() => expect(screen.getByPlaceholderText('Write a message...')).toBeDisabled());
    expect(api.callsOf(contract.closeTicket)[0]?.input).toEqual({ id: '3' });
    expect(messages()).toEqual(['The ticket is closed.']);
    expect(await offer('Reopen Ticket')).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Close Ticket' })).toBeNull();
  });

  test('Reopen Ticket opens it again', async () => {
    const { api, choose, offer } = await open(CLOSED);
    api.use(fake(contract.reopenTicket, TICKET));
    await choose('Reopen Ticket');
    await waitFor(() => expect(screen.getByPlaceholderText('Write a message...')).toBeEnabled());
    expect(api.callsOf(contract.reopenTicket)[0]?.input).toEqual({ id: '3' });
    expect(await offer('Close Ticket')).toBeVisible();
  });

  test('a refusal is shown', async () => {
    const { api, choose } = await open();
    api.use(fake(contract.closeTicket, no(400, 'The ticket is already closed.')));
    await choose('Close Ticket');
    await waitFor(() => expect(messages()).toEqual(['The ticket is already closed.']));
  });
});

test('page and chat share one poll of the ticket every five seconds', { tags: ['A-VIEW-Z02'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = await open();
  await screen.findByPlaceholderText('Write a message...');
  const before = api.callsOf(contract.getTicket).length;
  await act(() => vi.advanceTimersByTimeAsync(5600));
  expect(api.callsOf(contract.getTicket).length).toBe(before + 1);
});

test('a refetch of the ticket reads only messages after the newest known one', { tags: ['A-VIEW-Z02'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api, choose } = await open();
  // The page around the chat is rendered again, but the chat is not.
  api.use(fake(contract.closeTicket, no(400, 'The ticket is already closed.')));
  await choose('Close Ticket');
  await waitFor(() => expect(messages()).toEqual(['The ticket is already closed.']));
  await act(() => queryClient.invalidateQueries({ queryKey: ['ticket'] }));
  await act(() => vi.advanceTimersByTimeAsync(6000));
  const [first, ...later] = api.callsOf(contract.getTicket).map(({ input }) => input);
  expect(first).toEqual({ id: '3' });
  expect(later.length).toBeGreaterThan(1);
  for (const input of later) expect(input).toEqual({ id: '3', after: String(TICKET.ticket_messages.at(-1)?.id) });
});

test('without a ticket there is a link to open one, and no button to close it', { tags: ['A-VIEW-16'] }, async () => {
  const { visitor } = await open(TICKET, { ticket_id: null });
  expect(screen.getByRole('link', { name: 'Open Support Ticket' })).toHaveAttribute('href', '/admin/create-ticket/5');
  await visitor.click(screen.getByRole('button', { name: 'Actions' }));
  await screen.findByRole('menuitem', { name: 'Next in queue' });
  expect(screen.queryByRole('menuitem', { name: /Close Ticket|Reopen Ticket/ })).toBeNull();
});

test('the first message starts work on a waiting file, without notifying the author', { tags: ['G-20'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { visitor, api } = await open(TICKET, { status: 'PENDING' });
  api.use(
    fake(contract.sendMessage, reply(9, { message: 'We have begun.' })),
    fake(files.getFile, detailOf({ status: 'IN_PROGRESS', updated_at: '2026-03-02T11:00:00.000Z' })),
  );
  await visitor.type(await screen.findByPlaceholderText('Write a message...'), 'We have begun.{Enter}');
  expect(await screen.findByText('IN PROGRESS')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(messages()).toEqual([]);
});

test('on a phone, the work and the chat are two views, and a link to the ticket opens the chat', async () => {
  setScreenWidth(390);
  const { visitor } = await open();
  expect(screen.getAllByRole('radio', { name: /^(Work|Chat)$/ })).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Order' })).toBeVisible();
  await visitor.click(screen.getByRole('radio', { name: 'Chat' }));
  expect(await screen.findByRole('region', { name: 'Support chat' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Order' })).not.toBeInTheDocument();
});
