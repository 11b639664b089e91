import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../web/client/query-client.ts';
import { forgetSession, getSession, startSession } from '../../../web/client/session.ts';
import { fake, type FakeNo, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { FILE, TICKET, reply, chatMessage } from '../../../web/testing/ticket-examples.ts';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import type { TicketMessage } from '../ticket.ts';
import type * as contractShapes from '../ticket.ts';
import * as contract from '../tickets.calls.ts';
import { chatDrafts } from './chat-drafts.tsx';
import { TO_CHAT, type Viewer } from './new-messages.tsx';
import { TicketArea } from './ticket-area.tsx';
import { expectDraft } from '../../../web/testing/leaving-check.ts';
import { queriesSettled } from '../../../web/testing/queries-settled.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const CLOSED: contractShapes.Ticket = { ...TICKET, status: 'CLOSED', closing_date: '2026-03-03T10:00:00.000Z' };
const NEWS_CHANNEL = 'You have new message from Support';

beforeEach(() => {
  chatDrafts.clear();
});

async function open(ticket: contractShapes.Ticket = TICKET, viewer: Viewer = 'customer', file = FILE) {
  const api = installFakeApi(fake(contract.getTicket, ticket));
  const user = viewer === 'customer' ? CUSTOMER : ADMINISTRATOR;
  const shown = renderScreen(<TicketArea file={file} viewer={viewer} />, { user });
  await screen.findByRole('log');
  return { ...shown, api };
}

const box = () => screen.getByPlaceholderText('Write a message...');
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const bubbles = () => within(screen.getByRole('log')).getAllByRole('article');
const newsNotices = () => recentMessages.list().filter(({ text }) => text === NEWS_CHANNEL).length;
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the author of each message', () => {
  test('a customer sees Me and Support Agent', { tags: ['X-CHT-01', 'X-CHT-02', 'X-ROL-07'] }, async () => {
    await open();
    const [mine, theirs] = bubbles();
    expect(mine).toHaveTextContent(/^Me.*Is it done\?$/);
    expect(theirs).toHaveTextContent(/^Support Agent.*Tomorrow\.$/);
  });

  test('administrators see Client, Me, and Support Agent for others', { tags: ['X-CHT-03', 'X-ROL-07'] }, async () => {
    const messages = [...TICKET.ticket_messages, reply(3, { user_id: 99, message: 'By a colleague.' })];
    await open({ ...TICKET, ticket_messages: messages }, 'administrator');
    expect(bubbles().map((bubble) => within(bubble).getByText(/^(Me|Client|Support Agent)$/).textContent)).toEqual([
      'Client',
      'Me',
      'Support Agent',
    ]);
  });

  test("a colleague's own name stands at their message, from when it is sent", async () => {
    const user = { ...CUSTOMER, colleague_id: 61, username: 'Mara' };
    installFakeApi(
      fake(contract.getTicket, TICKET),
      fake(contract.sendMessage, () => new Promise(() => {})),
    );
    const { visitor } = renderScreen(<TicketArea file={FILE} viewer="customer" />, { user });
    await screen.findByRole('log');
    await visitor.type(box(), 'On my way.');
    await visitor.click(sendButton());
    expect(bubbles().at(-1)).toHaveTextContent(/^Mara.*On my way\./);
  });

  test('the text is shown exactly as written, and HTML in it does not run', async () => {
    const message = '<img src=x onerror="alert(1)">\nsecond line';
    await open({ ...TICKET, ticket_messages: [chatMessage(1, { message })] });
    const [bubble] = bubbles();
    expect(bubble?.querySelector('img')).toBeNull();
    expect(bubble?.textContent).toContain(message);
  });

  test('messages are separated by day', async () => {
    const other = chatMessage(2, { created_at: '2026-03-05T10:00:00.000Z' });
    await open({ ...TICKET, ticket_messages: [chatMessage(1), other] });
    expect(screen.getByText('Mar 2, 2026')).toBeVisible();
    expect(screen.getByText('Mar 5, 2026')).toBeVisible();
  });
});

describe('writing', () => {
  const listResponses = () =>
    fake(contract.sendMessage, (input) => chatMessage(9, { message: input.message, user_id: CUSTOMER.id }));

  test('Enter sends the specified fields', { tags: ['X-CHT-04', 'X-CHT-06', 'X-VAL-18', 'X-API-27'] }, async () => {
    const { visitor, api } = await open();
    api.use(listResponses());
    await visitor.type(box(), 'Thank you.{Enter}');
    await waitFor(() => expect(bubbles()).toHaveLength(3));
    expect(bubbles()[2]).toHaveTextContent('Thank you.');
    const [call] = api.callsOf(contract.sendMessage);
    expect(call?.input).toEqual({
      id: '3',
      ticket_id: 3,
      user_id: CUSTOMER.id,
      message: 'Thank you.',
      file_name: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(box()).toHaveValue('');
    expect(box()).toHaveFocus();
  });

  test('Shift+Enter adds a line and sends nothing', { tags: ['X-VAL-18'] }, async () => {
    const { visitor, api } = await open();
    await visitor.type(box(), 'One{Shift>}{Enter}{/Shift}two');
    expect(box()).toHaveValue('One\ntwo');
    expect(api.callsOf(contract.sendMessage)).toEqual([]);
  });

  test('Enter that only confirms a word in an input method sends nothing', async () => {
    const { visitor, api } = await open();
    await visitor.type(box(), 'すし');
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    expect(api.callsOf(contract.sendMessage)).toEqual([]);
    expect(box()).toHaveValue('すし');
  });

  test('white space alone is not sent', { tags: ['X-VAL-18'] }, async () => {
    const { visitor, api } = await open();
    await visitor.type(box(), '  {Shift>}{Enter}{/Shift} {Enter}');
    await visitor.click(sendButton());
    expect(api.callsOf(contract.sendMessage)).toEqual([]);
    expect(bubbles()).toHaveLength(2);
  });

  test('a message is shown before the server has it', async () => {
    const { visitor, api } = await open();
    let finish: (message: TicketMessage) => void = () => undefined;
    api.use(fake(contract.sendMessage, () => new Promise<TicketMessage>((resolve) => (finish = resolve))));
    await visitor.type(box(), 'Thank you.{Enter}');
    expect(bubbles()[2]).toHaveTextContent(/^Me.*Thank you\.Sending\.\.\.$/);
    await act(async () => finish(chatMessage(9, { message: 'Thank you.' })));
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
    expect(bubbles()).toHaveLength(3);
  });

  test('an unsent message stays, and Retry has the same key', { tags: ['X-CHT-M02', 'X-ERR-32', 'G-32'] }, async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { visitor, api } = await open();
    api.use(fake(contract.sendMessage, no(0)));
    await visitor.type(box(), 'Thank you.{Enter}');
    expect(await screen.findByText('Not sent.')).toBeVisible();
    expect(bubbles()[2]).toHaveTextContent('Thank you.');
    expect(logged).toHaveBeenCalled();
    expect(recentMessages.list()).toEqual([]);
    api.use(listResponses());
    await visitor.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Not sent.')).toBeNull());
    expect(bubbles()).toHaveLength(3);
    const keys = api.callsOf(contract.sendMessage).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('when only the response was lost, the message is shown once, and not as failed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { visitor, api } = await open();
    const stored = () => {
      const [sent] = api.callsOf(contract.sendMessage);
      return chatMessage(9, { message: 'Thank you.', message_id: sent?.headers['idempotency-key'] ?? null });
    };
    api.use(
      fake(contract.sendMessage, no(0)),
      fake(contract.getTicket, () => ({ ...TICKET, ticket_messages: [...TICKET.ticket_messages, stored()] })),
    );
    await visitor.type(box(), 'Thank you.{Enter}');
    await waitFor(() => expect(api.callsOf(contract.getTicket).length).toBeGreaterThan(1));
    await waitFor(() => expect(screen.queryByText(/Sending|Not sent/)).toBeNull());
    expect(bubbles()).toHaveLength(3);
  });

  test("a refusal shows the server's message, and the unsent text can be removed", async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { visitor, api } = await open();
    api.use(fake(contract.sendMessage, no(400, 'The ticket is closed.')), fake(contract.getTicket, CLOSED));
    await visitor.type(box(), 'Thank you.{Enter}');
    expect(await screen.findByText('Not sent. The ticket is closed.')).toBeVisible();
    // The page has read the ticket again and shows that it is closed.
    await waitFor(() => expect(box()).toBeDisabled());
    await visitor.click(screen.getByRole('button', { name: 'Remove' }));
    expect(bubbles()).toHaveLength(2);
  });

  test('messages arrive in the order they were written', async () => {
    const { visitor, api } = await open();
    let finish: (() => void) | undefined;
    api.use(
      fake(contract.sendMessage, async ({ message }) => {
        if (message === 'first') await new Promise<void>((resolve) => (finish = resolve));
        return chatMessage(message === 'first' ? 8 : 9, { message });
      }),
    );
    await visitor.type(box(), 'first{Enter}second{Enter}');
    await waitFor(() => expect(finish).toBeDefined());
    expect(api.callsOf(contract.sendMessage)).toHaveLength(1);
    await act(async () => finish?.());
    await waitFor(() => expect(api.callsOf(contract.sendMessage)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
    expect(readTexts(bubbles())).toEqual([
      expect.any(String),
      expect.any(String),
      expect.stringContaining('first'),
      expect.stringContaining('second'),
    ]);
  });
});

describe('an unsent draft', () => {
  test.each(['customer', 'administrator'] as const)('is restored when the %s comes back', async (viewer) => {
    const first = await open(TICKET, viewer);
    await first.visitor.type(box(), 'Half a sen');
    await first.visitor.upload(screen.getByLabelText('Attach a file'), new File(['boost'], 'log.csv'));
    first.unmount();
    const second = await open(TICKET, viewer);
    expect(box()).toHaveValue('Half a sen');
    expect(screen.getByText('log.csv')).toBeVisible();
    second.api.use(fake(contract.sendMessage, ({ message }) => chatMessage(9, { message })));
    await second.visitor.type(box(), 'tence.{Enter}');
    await waitFor(() => expect(second.api.callsOf(contract.sendMessage)).toHaveLength(1));
    expect(second.api.callsOf(contract.sendMessage)[0]?.input).toMatchObject({ message: 'Half a sentence.' });
    second.unmount();
    await open(TICKET, viewer);
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Remove the file' })).toBeNull();
  });

  test('belongs to its ticket', async () => {
    const first = await open();
    await first.visitor.type(box(), 'Half a sen');
    first.unmount();
    const second = await open({ ...TICKET, id: 4 }, 'customer', { ...FILE, ticket_id: 4 });
    expect(box()).toHaveValue('');
    second.unmount();
    await open();
    expect(box()).toHaveValue('Half a sen');
  });

  test('is discarded with the session, even while the chat is shown', async () => {
    const { visitor } = await open();
    await visitor.type(box(), 'Half a sen');
    act(() => void startSession(tokenOf(ADMINISTRATOR)));
    expect(await screen.findByPlaceholderText('Write a message...')).toHaveValue('');
    act(() => void startSession(tokenOf(CUSTOMER)));
    expect(await screen.findByPlaceholderText('Write a message...')).toHaveValue('');
  });

  test('is not sent by an Enter that is still held, as from a released shortcut', async () => {
    const { visitor, api } = await open();
    await visitor.type(box(), 'Half a sen');
    expect(fireEvent.keyDown(box(), { key: 'Enter', repeat: true })).toBe(false);
    expect(box()).toHaveValue('Half a sen');
    expect(api.callsOf(contract.sendMessage)).toEqual([]);
  });
});

describe('attaching', { tags: ['X-CHT-05'] }, () => {
  const log = () => new File(['boost'], 'log.csv', { type: 'text/csv' });
  const sent = () =>
    fake(contract.sendMessage, () => chatMessage(9, { message: 'See.', file_name: 'log.csv', file_size_bytes: 5 }));

  async function expectSent({ visitor, api }: Awaited<ReturnType<typeof open>>) {
    expect(screen.getByText('log.csv')).toBeVisible();
    api.use(sent());
    await visitor.type(box(), 'See.{Enter}');
    await screen.findByRole('button', { name: 'Download log.csv' });
    const [call] = api.callsOf(contract.sendMessage);
    expect([call?.file?.name, call?.input.file_name]).toEqual(['log.csv', 'log.csv']);
    expect(screen.queryByRole('button', { name: 'Remove the file' })).toBeNull();
  }

  test('a chosen file is sent along', async () => {
    const shown = await open();
    await shown.visitor.upload(screen.getByLabelText('Attach a file'), log());
    await expectSent(shown);
  });

  test('a pasted file is sent along; pasted text stays text', async () => {
    const shown = await open();
    const paste = (types: string[]) => fireEvent.paste(box(), { clipboardData: { types, files: [log()] } });
    paste(['text/plain', 'Files']);
    expect(screen.queryByText('log.csv')).toBeNull();
    paste(['Files']);
    await expectSent(shown);
  });

  test('a dropped file is sent along', async () => {
    const shown = await open();
    const dataTransfer = { types: ['Files'], files: [log()] };
    fireEvent.dragOver(screen.getByRole('log'), { dataTransfer });
    expect(screen.getByText('Drop the file here')).toBeInTheDocument();
    fireEvent.drop(screen.getByRole('log'), { dataTransfer });
    expect(screen.queryByText('Drop the file here')).toBeNull();
    await expectSent(shown);
  });

  test('more than 20 MB is refused before it is sent', { tags: ['G-23'] }, async () => {
    const { visitor } = await open();
    const large = log();
    Object.defineProperty(large, 'size', { value: 20_971_521 });
    await visitor.upload(screen.getByLabelText('Attach a file'), large);
    expect(screen.getByText('File size should not exceed 20MB.')).toBeVisible();
    expect(screen.queryByText('log.csv')).toBeNull();
  });

  test('a file without a message shows what is missing, and can be removed', async () => {
    const { visitor, api } = await open();
    await visitor.upload(screen.getByLabelText('Attach a file'), log());
    await visitor.click(sendButton());
    expect(screen.getByText('Please write a message to go with the file.')).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(screen.queryByText('log.csv')).toBeNull();
    expect(api.callsOf(contract.sendMessage)).toEqual([]);
  });

  test('an attachment is downloaded under its name; a failure shows Retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { visitor, api } = await open({
      ...TICKET,
      ticket_messages: [chatMessage(1, { file_name: 'log.csv', file_size_bytes: 5 })],
    });
    api.use(fake(contract.downloadAttachment, no(500) as never));
    await visitor.click(screen.getByRole('button', { name: 'Download log.csv' }));
    expect(await screen.findByText('Download failed.')).toBeVisible();
    expect(api.callsOf(contract.downloadAttachment)[0]?.input).toEqual({ id: '3', messageId: '1' });
    expect(screen.getByRole('button', { name: 'Download log.csv' })).toHaveTextContent('Retry');
  });
});

describe('polling', { tags: ['X-POLL-04', 'X-POLL-05'] }, () => {
  async function openPolled(ticket = TICKET, viewer: Viewer = 'customer') {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return open(ticket, viewer);
  }
  const withNews = (message: TicketMessage) => ({
    ...TICKET,
    ticket_messages: [...TICKET.ticket_messages, message],
  });
  const polls = ({ api }: Awaited<ReturnType<typeof open>>) => api.callsOf(contract.getTicket).length;

  test('is every 5 s while it is open', { tags: ['X-CHT-Z01', 'X-CHT-S01', 'C-VIEW-Z02', 'A-VIEW-Z02'] }, async () => {
    const shown = await openPolled();
    const before = polls(shown);
    await later(4000);
    expect(polls(shown)).toBe(before);
    await later(1600);
    expect(polls(shown)).toBe(before + 1);
  });

  test('a ticket is polled even on a page that rerenders all the time, as when its file is polled', async () => {
    function Redrawn() {
      const [, draw] = useState(0);
      useEffect(() => {
        const timer = setInterval(() => draw((count) => count + 1), 1000);
        return () => clearInterval(timer);
      }, []);
      return <TicketArea file={{ ...FILE }} viewer="customer" />;
    }
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = installFakeApi(fake(contract.getTicket, TICKET));
    renderScreen(<Redrawn />);
    await screen.findByRole('log');
    const before = api.callsOf(contract.getTicket).length;
    await later(5600);
    expect(api.callsOf(contract.getTicket).length).toBe(before + 1);
  });

  test('a closed ticket has no polls and no messages', { tags: ['X-CHT-S02', 'A-VIEW-S03', 'X-STA-04'] }, async () => {
    const shown = await openPolled(CLOSED);
    const before = polls(shown);
    expect(box()).toBeDisabled();
    expect(sendButton()).toBeDisabled();
    expect(screen.getByLabelText('Attach a file')).toBeDisabled();
    expect(screen.getByText('This ticket is closed.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reopen the ticket' })).toBeVisible();
    await later(20_000);
    expect(polls(shown)).toBe(before);
  });

  test('a ticket that is closed in the meantime is no longer polled', async () => {
    const shown = await openPolled();
    shown.api.use(fake(contract.getTicket, CLOSED));
    await later(6000);
    expect(box()).toBeDisabled();
    const before = polls(shown);
    await later(20_000);
    expect(polls(shown)).toBe(before);
  });

  test('a closed ticket takes messages again once the server reports it reopened', { tags: ['X-STA-04'] }, async () => {
    const shown = await openPolled(CLOSED);
    shown.api.use(fake(contract.getTicket, TICKET));
    // As the event stream does; see web/client/live-queries.test.tsx.
    await act(() => queryClient.invalidateQueries({ queryKey: ['ticket', TICKET.id] }));
    await later(100);
    expect(box()).toBeEnabled();
  });

  test(
    "a message from the other side is announced once; one's own and earlier messages are not",
    { tags: ['X-CHT-M01', 'C-VIEW-M07'] },
    async () => {
      const { api } = await openPolled();
      await later(6000);
      expect(newsNotices()).toBe(0);
      api.use(fake(contract.getTicket, withNews(chatMessage(3))));
      await later(6000);
      expect(bubbles()).toHaveLength(3);
      expect(newsNotices()).toBe(0);
      api.use(fake(contract.getTicket, withNews(reply(4))));
      await later(6000);
      expect(newsNotices()).toBe(1);
      await later(12_000);
      expect(newsNotices()).toBe(1);
    },
  );

  test('an administrator is notified of a message from the client', { tags: ['A-VIEW-M11'] }, async () => {
    const { api } = await openPolled(TICKET, 'administrator');
    api.use(fake(contract.getTicket, withNews(reply(3, { user_id: 99 }))));
    await later(6000);
    expect(newsNotices()).toBe(0);
    api.use(fake(contract.getTicket, withNews(chatMessage(4))));
    await later(6000);
    expect(newsNotices()).toBe(1);
    expect(screen.getByText(NEWS_CHANNEL)).toBeVisible();
  });

  test('a failing poll leaves the thread in place and shows its age', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { api } = await openPolled();
    api.use(fake(contract.getTicket, no(500)));
    await later(6000);
    expect(screen.getByText(/Offline - last update/)).toBeVisible();
    expect(bubbles()).toHaveLength(2);
  });
});

describe('the scroll position', { tags: ['X-CHT-Z02', 'C-VIEW-Z03', 'A-VIEW-Z04', 'G-24'] }, () => {
  const HEIGHT = 300;
  let content = 2000;

  /** The box is 300 px high and shows the end of 2000 px. */
  async function openScrolled(above: number) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    content = 2000;
    const shown = await open();
    const log = screen.getByRole('log');
    Object.defineProperty(log, 'clientHeight', { get: () => HEIGHT });
    Object.defineProperty(log, 'scrollHeight', { get: () => content });
    log.scrollTop = content - HEIGHT - above;
    fireEvent.scroll(log);
    const ticket_messages = [...TICKET.ticket_messages, reply(3)];
    shown.api.use(
      fake(contract.getTicket, () => {
        content = 2400;
        return { ...TICKET, ticket_messages };
      }),
    );
    const before = log.scrollTop;
    for (let waited = 0; bubbles().length < 3 && waited < 7000; waited += 100) await later(100);
    expect(log.scrollTop).toBe(before);
    return { ...shown, log, before };
  }

  test('two seconds after a message arrives, the newest is in view', async () => {
    const { log, before } = await openScrolled(0);
    await later(1700);
    expect(log.scrollTop).toBe(before);
    await later(400);
    expect(log.scrollTop).toBe(content);
    expect(screen.queryByRole('button', { name: 'New message' })).toBeNull();
  });

  test('a reader less than a panel above is also scrolled down', async () => {
    const { log } = await openScrolled(HEIGHT - 1);
    await later(2100);
    expect(log.scrollTop).toBe(content);
  });

  test('stays for a reader further up, who is offered a button to the end', async () => {
    const { log, before, visitor } = await openScrolled(HEIGHT + 1);
    await later(2100);
    expect(log.scrollTop).toBe(before);
    await visitor.click(screen.getByRole('button', { name: 'New message' }));
    expect(log.scrollTop).toBe(content);
    expect(screen.queryByRole('button', { name: 'New message' })).toBeNull();
  });

  test('selected text is not scrolled away; scrolling down by hand removes the button', async () => {
    const { log, before } = await openScrolled(0);
    document.getSelection()?.selectAllChildren(bubbles()[0] as HTMLElement);
    await later(2100);
    expect(log.scrollTop).toBe(before);
    expect(screen.getByRole('button', { name: 'New message' })).toBeVisible();
    log.scrollTop = content - HEIGHT;
    fireEvent.scroll(log);
    expect(screen.queryByRole('button', { name: 'New message' })).toBeNull();
    document.getSelection()?.removeAllRanges();
  });
});

describe('what a file page offers about tickets', () => {
  const show = (changes: Partial<typeof FILE>, viewer: Viewer = 'customer') => {
    installFakeApi(fake(contract.getTicket, TICKET));
    const user = viewer === 'customer' ? CUSTOMER : ADMINISTRATOR;
    return renderScreen(<TicketArea file={{ ...FILE, ticket_id: null, ...changes }} viewer={viewer} />, { user });
  };
  const link = () => screen.queryByRole('link', { name: 'Open Support Ticket' });

  test.each(['PENDING', 'IN_PROGRESS', 'PROCESSED'] as const)(
    'a file that is %s and has no ticket offers Open Support Ticket',
    { tags: ['C-VIEW-37', 'A-VIEW-16', 'X-STA-11'] },
    (status) => {
      const { unmount } = show({ status });
      expect(link()).toHaveAttribute('href', '/create-ticket/5');
      unmount();
      show({ status }, 'administrator');
      expect(link()).toHaveAttribute('href', '/admin/create-ticket/5');
    },
  );

  test.each(['COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION'] as const)(
    'a file that is %s does not',
    (status) => {
      const { unmount } = show({ status: 'PENDING' });
      expect(link()).toBeVisible();
      unmount();
      show({ status });
      expect(link()).toBeNull();
    },
  );

  test(
    'with a ticket the thread is shown, even if done',
    { tags: ['C-VIEW-35', 'C-VIEW-36', 'A-VIEW-15'] },
    async () => {
      show({ status: 'COMPLETED', ticket_id: 3 });
      expect(await screen.findByRole('log')).toHaveTextContent('Is it done?');
      expect(screen.getByRole('region', { name: 'Support chat' })).toHaveTextContent('T100003');
      expect(link()).toBeNull();
    },
  );

  test('the first message that is sent there opens the ticket', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { visitor } = show({});
    const api = installFakeApi(fake(contract.openTicket, no(500)));
    await visitor.type(await screen.findByPlaceholderText('Write a message...'), 'Is it ready today?{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    api.use(fake(contract.openTicket, TICKET));
    await visitor.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(box()).toHaveValue(''));
    const sent = expect.objectContaining({ fileId: 5, message: 'Is it ready today?' });
    expect(api.callsOf(contract.openTicket).map(({ input }) => input)).toEqual([sent, sent]);
  });

  test('the first message is restored after another screen', async () => {
    const shown = show({});
    await expectDraft(shown, {
      of: 'features/tickets/web/first-message.tsx',
      change: async () => shown.visitor.type(await screen.findByPlaceholderText('Write a message...'), 'Is it ready'),
      isThere: async () => expect(await screen.findByPlaceholderText('Write a message...')).toHaveValue('Is it ready'),
    });
  });

  test('a paid file shows where to ask for a refund', { tags: ['G-10'] }, () => {
    show({ status: 'PROCESSED', price_status: 'PAID' });
    expect(screen.getByText('Need a change or a refund?')).toBeVisible();
  });

  test('a thread that cannot be loaded shows Retry', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const api = installFakeApi(fake(contract.getTicket, no(500)));
    const { visitor } = renderScreen(<TicketArea file={FILE} viewer="customer" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(contract.getTicket, TICKET));
    await visitor.click(retry);
    expect(await screen.findByRole('log')).toBeVisible();
  });
});

test('on a phone it can fill the screen and shrink again', { tags: ['G-22', 'X-CHT-07', 'X-LIM-05'] }, async () => {
  const { visitor } = await open();
  const panel = screen.getByRole('region', { name: 'Support chat' });
  expect(panel.className).toContain('[--chat-h:max(14rem,34dvh)]');
  await visitor.type(box(), 'Half a sen');
  await visitor.click(screen.getByRole('button', { name: 'Expand' }));
  expect(panel).toHaveAttribute('data-expanded', 'true');
  expect(box()).toHaveValue('Half a sen');
  await visitor.click(screen.getByRole('button', { name: 'Reduce' }));
  expect(panel).toHaveAttribute('data-expanded', 'false');
});

describe('a reader who is sent to the chat sees it at once', () => {
  const area = <TicketArea file={FILE} viewer="customer" />;
  /** Navigates as the screen that opens a ticket does. */
  function Led() {
    return useLocation().state === null ? <Navigate to="/" replace state={TO_CHAT} /> : area;
  }

  test.each([
    ['by the link of a mail, which takes no focus', area, '/#ticket', false],
    ['after opening the ticket, and can go on writing', <Led key="led" />, '/', true],
  ] as const)('%s', async (_way, shown, at, isFocused) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    installFakeApi(fake(contract.getTicket, TICKET));
    renderScreen(shown, { at });
    await screen.findByRole('log');
    await waitFor(() => expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Support chat' })]));
    expect(document.activeElement === box()).toBe(isFocused);
  });
});

describe('a message that is being sent while its author goes to another screen', () => {
  async function sendAndLeave() {
    const { api, visitor, unmount } = await open();
    const answered = Promise.withResolvers<FakeNo | TicketMessage>();
    api.use(fake(contract.sendMessage, () => answered.promise));
    await visitor.upload(screen.getByLabelText('Attach a file'), new File(['boost'], 'log.csv'));
    await visitor.type(box(), 'A long answer.{Enter}');
    await waitFor(() => expect(api.callsOf(contract.sendMessage)).toHaveLength(1));
    unmount();
    return { answered, first: api };
  }

  test('is still on its way there when they come back, and arrives', async () => {
    const { answered } = await sendAndLeave();
    await open();
    expect(bubbles()[2]).toHaveTextContent(/A long answer.*log\.csv.*Sending/);
    // The percentage changes too often to be read out.
    expect(screen.getByText(/Sending/).closest('[aria-live]')).toHaveAttribute('aria-live', 'off');
    await act(async () => answered.resolve(chatMessage(9, { message: 'A long answer.' })));
    await waitFor(() => expect(screen.queryByText(/Sending/)).toBeNull());
    expect(bubbles()).toHaveLength(3);
  });

  test('is reported when it fails, and sent again there with its file and its key', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { answered, first } = await sendAndLeave();
    answered.resolve(no(400, 'The ticket is closed.'));
    const report = 'T100003: Not sent. The ticket is closed.';
    await waitFor(() => expect(recentMessages.list().map(({ text }) => text)).toEqual([report]));
    const { api, visitor } = await open();
    expect(screen.getByText('Not sent. The ticket is closed.')).toBeVisible();
    api.use(fake(contract.sendMessage, chatMessage(9, { message: 'A long answer.' })));
    await visitor.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    const [before, after] = [first, api].map((one) => one.callsOf(contract.sendMessage)[0]);
    expect(after?.file?.name).toBe('log.csv');
    expect(after?.headers['idempotency-key']).toBe(before?.headers['idempotency-key']);
  });

  test('is not sent by another user, when one before it has taken longer than the session', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { answered } = await sendAndLeave();
    const { api, visitor } = await open();
    api.use(fake(contract.sendMessage, chatMessage(10, { message: 'And another one.' })));
    await visitor.type(box(), 'And another one.{Enter}');
    act(() => void startSession(tokenOf(ADMINISTRATOR)));
    await act(async () => answered.resolve(chatMessage(9, { message: 'A long answer.' })));
    await queriesSettled();
    expect(api.callsOf(contract.sendMessage)).toEqual([]);
  });
});

describe('an unsent message', () => {
  test('is restored after another screen and after a reload, and leaving asks nothing', async () => {
    const shown = await open();
    await expectDraft(shown, {
      of: 'features/tickets/web/chat-form.tsx',
      change: () => shown.visitor.type(box(), 'Half a sen'),
      isThere: () => expect(box()).toHaveValue('Half a sen'),
    });
    expect(Object.values(sessionStorage)).toContain('Half a sen');
  });

  test('is gone after a logout, but restored after the server ended the session', async () => {
    const shown = await open();
    await shown.visitor.type(box(), 'Half a sen');
    shown.unmount();
    forgetSession({ isEnded: true });
    const again = await open();
    expect(box()).toHaveValue('Half a sen');
    again.unmount();
    forgetSession({ isEnded: false });
    await open();
    expect(box()).toHaveValue('');
  });

  test('that meets the end of the session is in the field again after the next login', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { api, visitor, unmount } = await open();
    api.use(fake(contract.sendMessage, no(403, 'Your session has ended.')));
    await visitor.type(box(), 'A long answer.{Enter}');
    await waitFor(() => expect(getSession()).toBeNull());
    unmount();
    await open();
    expect(box()).toHaveValue('A long answer.');
  });
});
