import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { actionOfKey } from '../../../web/frame/actions.ts';
import { fake, type FakeNo, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { queriesSettled } from '../../../web/testing/queries-settled.ts';
import { TICKET, chatMessage, detailOf } from '../../../web/testing/ticket-examples.ts';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import type * as fileShapes from '../../files/file.ts';
import type { Ticket, TicketMessage } from '../ticket.ts';
import * as files from '../../files/files.calls.ts';
import { nextInQueue } from '../queue.calls.ts';
import * as contract from '../tickets.calls.ts';
import { chatDrafts } from './chat-drafts.tsx';
import AdminViewFileWithTicketScreen from '../../files/page/web/admin-view-file-with-ticket.screen.tsx';
import { openAdminFile } from '../../../web/testing/open-admin-file.tsx';

const CLOSED: Ticket = { ...TICKET, status: 'CLOSED', closing_date: '2026-03-03T10:00:00.000Z' };
const PLACE = { file_id: 12, since: '2026-03-01T10:00:00.000Z', why: 'FILE', waiting: 4 } as const;

beforeEach(() => {
  chatDrafts.clear();
});
const messages = () => recentMessages.list().map(({ text }) => text);

const DELIVERED: Partial<fileShapes.File> = {
  status: 'PROCESSED',
  feasible: 'POSSIBLE',
  mod_file_name: 'golf_mod.bin',
};

async function open(changes = DELIVERED) {
  const api = installFakeApi(
    fake(files.getFile, detailOf(changes)),
    fake(files.listFileHistory, []),
    fake(contract.getTicket, TICKET),
    fake(contract.closeTicket, CLOSED),
    fake(nextInQueue, PLACE),
  );
  // The route matches this file only, so that moving on to the next one shows.
  const shown = await openAdminFile(<AdminViewFileWithTicketScreen />);
  return { ...shown, api };
}

/** Returns whether the page has left the key press to others. */
const chord = (more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? window, { key: 'Enter', ctrlKey: true, shiftKey: true, ...more });
const box = () => screen.getByPlaceholderText('Write a message...');
const UNSENT = 'There is a reply that is not sent yet. Send it, or clear it, before you close the ticket.';

describe('next in queue', () => {
  test('leads to the longest-waiting file after this one, and shows how many are waiting', async () => {
    const { visitor, api, location } = await open({ ticket_id: null });
    await visitor.click(screen.getByRole('button', { name: 'Next in queue' }));
    await waitFor(() => expect(location()).toBe('/admin/view-file/12'));
    expect(api.callsOf(nextInQueue)[0]?.input).toEqual({ after: '5' });
    expect(messages()).toEqual(['Waiting in the queue: 4']);
  });

  test('shows when none is left, and stays on the page', async () => {
    const { visitor, api, location } = await open({ ticket_id: null });
    api.use(fake(nextInQueue, { file_id: null, since: null, why: null, waiting: 0 }));
    await visitor.click(screen.getByRole('button', { name: 'Next in queue' }));
    await waitFor(() => expect(messages()).toEqual(['No other customer is waiting.']));
    expect(location()).toBe('/admin/view-file/5');
  });

  test('has a letter shortcut, and so do the next steps for the file', async () => {
    const { location } = await open({ ticket_id: null });
    await waitFor(() => expect(actionOfKey('n')?.text).toBe('Next in queue'));
    expect(['p', 'd', 'u'].map((shortcut) => actionOfKey(shortcut)?.text)).toEqual([
      'Deliver',
      'Download original',
      'Upload modified file',
    ]);
    actionOfKey('n')?.run?.();
    await waitFor(() => expect(location()).toBe('/admin/view-file/12'));
  });

  test('pressed again before the next file is shown, leads on from there', async () => {
    const { api, location } = await open({ ticket_id: null });
    await waitFor(() => expect(actionOfKey('n')?.text).toBe('Next in queue'));
    const shown = actionOfKey('n');
    shown?.run?.();
    await waitFor(() => expect(location()).toBe('/admin/view-file/12'));
    shown?.run?.();
    await waitFor(() => expect(api.callsOf(nextInQueue)).toHaveLength(2));
    expect(api.callsOf(nextInQueue)[1]?.input).toEqual({ after: '12' });
  });
});

describe('the Close ticket and next shortcut', () => {
  test('has its button in the bar once the file is delivered; before that, the bar leads on without closing', async () => {
    const { unmount } = await open();
    expect(await screen.findByRole('button', { name: 'Close ticket and next' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next in queue' })).toBeNull();
    unmount();
    await open({ status: 'IN_PROGRESS', feasible: null });
    expect(await screen.findByRole('button', { name: 'Next in queue' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close ticket and next' })).toBeNull();
  });

  test('Ctrl+Shift+Enter closes the ticket and moves on, even from within the chat, and sends nothing', async () => {
    const { visitor, api, location } = await open();
    await screen.findByRole('button', { name: 'Close ticket and next' });
    await visitor.click(box());
    chord();
    await waitFor(() => expect(location()).toBe('/admin/view-file/12'));
    expect(api.callsOf(contract.closeTicket)).toHaveLength(1);
    expect(api.callsOf(contract.sendMessage)).toHaveLength(0);
    expect(messages()).toEqual(['Waiting in the queue: 4', 'The ticket is closed.']);
  });

  test('a held shortcut is ignored after the first time: the next ticket is another customer’s', async () => {
    const { api, location } = await open();
    await screen.findByRole('button', { name: 'Close ticket and next' });
    const onChange = vi.fn<() => void>();
    box().addEventListener('keydown', onChange);
    box().focus();
    expect(chord({ repeat: true })).toBe(false);
    expect(onChange).not.toHaveBeenCalled();
    await queriesSettled();
    expect(api.callsOf(contract.closeTicket)).toEqual([]);
    expect(location()).toBe('/admin/view-file/5');
  });

  test('an unsent reply blocks it with a message; without one the ticket is closed', async () => {
    const { visitor, api, location } = await open();
    await screen.findByRole('button', { name: 'Close ticket and next' });
    await visitor.type(box(), 'Half a sen');
    chord();
    await waitFor(() => expect(messages()).toEqual([UNSENT]));
    await visitor.click(screen.getByRole('button', { name: 'Close ticket and next' }));
    await waitFor(() => expect(messages()).toEqual([UNSENT, UNSENT]));
    expect(box()).toHaveValue('Half a sen');
    expect(api.callsOf(contract.closeTicket)).toEqual([]);
    expect(location()).toBe('/admin/view-file/5');
    await visitor.clear(box());
    chord();
    await waitFor(() => expect(location()).toBe('/admin/view-file/12'));
    expect(api.callsOf(contract.closeTicket)).toHaveLength(1);
  });

  test('so does an attached file, but not white space', async () => {
    const { visitor, api } = await open();
    await screen.findByRole('button', { name: 'Close ticket and next' });
    await visitor.upload(screen.getByLabelText('Attach a file'), new File(['boost'], 'log.csv'));
    chord();
    await waitFor(() => expect(messages()).toEqual([UNSENT]));
    await visitor.click(screen.getByRole('button', { name: 'Remove the file' }));
    await visitor.type(box(), '  ');
    chord();
    await waitFor(() => expect(api.callsOf(contract.closeTicket)).toHaveLength(1));
  });

  test('a reply that is being sent is sent first, however often it is pressed meanwhile', async () => {
    const { visitor, api, location } = await open();
    const answered = Promise.withResolvers<TicketMessage>();
    api.use(fake(contract.sendMessage, () => answered.promise));
    await screen.findByRole('button', { name: 'Close ticket and next' });
    await visitor.type(box(), 'Tomorrow.{Enter}');
    chord();
    await waitFor(() => expect(api.callsOf(contract.sendMessage)).toHaveLength(1));
    chord();
    expect(api.callsOf(contract.closeTicket)).toEqual([]);
    answered.resolve(chatMessage(9, { message: 'Tomorrow.' }));
    await waitFor(() => expect(location()).toBe('/admin/view-file/12'));
    expect(api.callsOf(contract.closeTicket)).toHaveLength(1);
    expect(messages()).toContain('The ticket is closed.');
  });

  test('a reply that the server refuses blocks it until it is removed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { visitor, api } = await open();
    const answered = Promise.withResolvers<FakeNo>();
    api.use(fake(contract.sendMessage, () => answered.promise));
    await screen.findByRole('button', { name: 'Close ticket and next' });
    await visitor.type(box(), 'Tomorrow.{Enter}');
    chord();
    answered.resolve(no(400, 'Too many messages.'));
    const remove = await screen.findByRole('button', { name: 'Remove' });
    await waitFor(() => expect(messages()).toEqual([UNSENT]));
    chord();
    await waitFor(() => expect(messages()).toEqual([UNSENT, UNSENT]));
    expect(api.callsOf(contract.closeTicket)).toEqual([]);
    await visitor.click(remove);
    chord();
    await waitFor(() => expect(api.callsOf(contract.closeTicket)).toHaveLength(1));
  });

  test('a failure to close the ticket is shown, and the page stays open', async () => {
    const { visitor, api, location } = await open();
    api.use(fake(contract.closeTicket, no(400, 'The ticket is already closed.')));
    await visitor.click(await screen.findByRole('button', { name: 'Close ticket and next' }));
    await waitFor(() => expect(messages()).toEqual(['The ticket is already closed.']));
    expect(location()).toBe('/admin/view-file/5');
    expect(api.callsOf(nextInQueue)).toEqual([]);
  });

  test('with a dialog open it does nothing, and neither does it without a ticket', async () => {
    const { visitor, api, location, unmount } = await open();
    await screen.findByRole('button', { name: 'Close ticket and next' });
    await visitor.click(screen.getByRole('button', { name: 'Cancel file' }));
    chord();
    await queriesSettled();
    expect(api.callsOf(contract.closeTicket)).toEqual([]);
    expect(location()).toBe('/admin/view-file/5');
    unmount();
    const without = await open({ ticket_id: null });
    await screen.findByRole('button', { name: 'Next in queue' });
    chord();
    await queriesSettled();
    expect(without.api.callsOf(contract.closeTicket)).toEqual([]);
    expect(without.api.callsOf(nextInQueue)).toEqual([]);
    expect(without.location()).toBe('/admin/view-file/5');
  });
});
