import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { FILE, TICKET, reply, chatMessage } from '../../../web/testing/ticket-examples.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { TicketMessage } from '../ticket.ts';
import * as contract from '../tickets.calls.ts';
import { TicketArea } from './ticket-area.tsx';

/** Stands in for the server: a conversation, read in pages of three. */
function serve(messages: TicketMessage[]) {
  const api = installFakeApi(
    fake(contract.getTicket, ({ after, before }) => {
      const found = messages.filter(({ id }) => id > (after ?? 0) && id < (before ?? Infinity));
      const page = after === undefined ? found.slice(-3) : found.slice(0, 3);
      return { ...TICKET, ticket_messages: page, has_more: found.length > page.length };
    }),
  );
  const asked = () => api.callsOf(contract.getTicket).map(({ input: { id: _id, ...rest } }) => rest);
  return { api, asked };
}

const shownTexts = () =>
  within(screen.getByRole('log'))
    .getAllByRole('article')
    .map((bubble) => /(?:Message|Sent) \d+/.exec(bubble.textContent ?? '')?.[0]);
const open = async () => {
  const shown = renderScreen(<TicketArea file={FILE} viewer="customer" />);
  await screen.findByRole('log');
  return shown;
};
const poll = () => act(() => vi.advanceTimersByTimeAsync(6000));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `Message ${from + at}`);
const conversation = (count: number) => Array.from({ length: count }, (_, at) => chatMessage(at + 1));

test('a poll requests only messages after the newest it has, until none is left', { tags: ['X-POLL-04'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const messages = conversation(5);
  const { asked } = serve(messages);
  await open();
  expect(shownTexts()).toEqual(numbers(3, 5));
  messages.push(...[6, 7, 8, 9].map((id) => reply(id)));
  await poll();
  await waitFor(() => expect(shownTexts()).toEqual(numbers(3, 9)));
  expect(asked().slice(0, 3)).toEqual([{}, { after: '5' }, { after: '8' }]);
  await poll();
  expect(asked().at(-1)).toEqual({ after: '9' });
});

test('a message that the other side wrote before one’s own message is not skipped', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const messages = conversation(2);
  const { api } = serve(messages);
  const { visitor } = await open();
  messages.push(reply(3));
  api.use(
    fake(contract.sendMessage, () => {
      const sent = chatMessage(4, { message: 'Sent 4' });
      messages.push(sent);
      return sent;
    }),
  );
  await visitor.type(screen.getByPlaceholderText('Write a message...'), 'Sent 4{Enter}');
  await waitFor(() => expect(shownTexts()).toContain('Sent 4'));
  await poll();
  await waitFor(() => expect(shownTexts()).toEqual([...numbers(1, 3), 'Sent 4']));
});

test('earlier messages are shown page by page, and the button disappears at the first message', async () => {
  serve(conversation(8));
  const { visitor } = await open();
  expect(shownTexts()).toEqual(numbers(6, 8));
  const earlier = () => screen.queryByRole('button', { name: 'Show earlier messages' });
  await visitor.click(earlier() as HTMLElement);
  await waitFor(() => expect(shownTexts()).toEqual(numbers(3, 8)));
  await visitor.click(earlier() as HTMLElement);
  await waitFor(() => expect(shownTexts()).toEqual(numbers(1, 8)));
  expect(earlier()).toBeNull();
  expect(screen.getByRole('log')).toHaveFocus();
});

test('earlier messages are not read out while they are added to the log', async () => {
  const { api } = serve(conversation(5));
  const { visitor } = await open();
  const answered = Promise.withResolvers<ReplyOf<typeof contract.getTicket>>();
  api.use(fake(contract.getTicket, () => answered.promise));
  await visitor.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  expect(screen.getByRole('log')).toHaveAttribute('aria-busy', 'true');
  await act(async () =>
    answered.resolve({ ...TICKET, ticket_messages: [chatMessage(1), chatMessage(2)], has_more: false }),
  );
  await waitFor(() => expect(shownTexts()).toEqual(numbers(1, 5)));
  expect(screen.getByRole('log')).toHaveAttribute('aria-busy', 'false');
});

test('a short conversation has no button for earlier messages', async () => {
  serve(conversation(3));
  await open();
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
});

test('a failure to load earlier messages is shown and can be retried', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { api } = serve(conversation(5));
  const { visitor } = await open();
  api.use(fake(contract.getTicket, no(500)));
  await visitor.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  expect(await screen.findByText('The earlier messages could not be loaded.')).toBeVisible();
  api.use(fake(contract.getTicket, { ...TICKET, ticket_messages: [chatMessage(1), chatMessage(2)], has_more: false }));
  await visitor.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(shownTexts()).toEqual(numbers(1, 5)));
});
