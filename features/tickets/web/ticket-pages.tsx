import type { CallOptions } from '../../../web/client/call.ts';
import { call } from '../../../web/client/call.ts';
import type * as contractShapes from '../ticket.ts';
import * as contract from '../tickets.calls.ts';

type Ticket = contractShapes.Ticket;
type TicketMessage = contractShapes.TicketMessage;

/** A ticket with the pages of messages read so far; `has_more` shows whether there are earlier ones. */
export interface ReadTicket extends Ticket {
  /**
   * Id of the newest message that was read without a gap, which the next poll passes; 0 without messages. Own messages
   * that were just sent may be newer: a message of the other side can lie between them.
   */
  read_to: number;
}

/** Merges a ticket that arrives as a whole reply, such as after it was closed, with what is known of it. */
export function readTicket(ticket: Ticket, known: ReadTicket | undefined): ReadTicket {
  if (!known) return { ...ticket, read_to: ticket.ticket_messages.at(-1)?.id ?? 0 };
  // The reply's page and the messages known here may not meet, so the next poll continues where the last one ended.
  return { ...ticket, ticket_messages: known.ticket_messages, has_more: known.has_more, read_to: known.read_to };
}

/** Reads the newest page, or what is new since the last poll. */
export async function pollTicket(id: number, known: ReadTicket | undefined, options: CallOptions): Promise<ReadTicket> {
  if (!known || known.read_to === 0) return readTicket(await call(contract.getTicket, { id }, options), undefined);
  let ticket = known;
  for (;;) {
    const page = await call(contract.getTicket, { id, after: ticket.read_to }, options);
    ticket = {
      ...page,
      ticket_messages: join(ticket.ticket_messages, page.ticket_messages),
      has_more: ticket.has_more,
      read_to: page.ticket_messages.at(-1)?.id ?? ticket.read_to,
    };
    if (!page.has_more) return ticket;
  }
}

/** Reads the page before the first message that is shown. */
export async function readEarlier(ticket: ReadTicket): Promise<Pick<Ticket, 'ticket_messages' | 'has_more'>> {
  const before = ticket.ticket_messages[0]?.id;
  if (before === undefined) return { ticket_messages: [], has_more: false };
  return call(contract.getTicket, { id: ticket.id, before });
}

export const withEarlier = (
  ticket: ReadTicket,
  { ticket_messages, has_more }: Pick<Ticket, 'ticket_messages' | 'has_more'>,
): ReadTicket => ({ ...ticket, ticket_messages: join(ticket_messages, ticket.ticket_messages), has_more });

/** Adds an own message that was sent; a poll may have read it already. */
export const withMessage = (ticket: ReadTicket, message: TicketMessage): ReadTicket => ({
  ...ticket,
  ticket_messages: join(ticket.ticket_messages, [message]),
});

/** Merges both lists without duplicates, in the order of their ids. */
function join(some: readonly TicketMessage[], others: readonly TicketMessage[]): TicketMessage[] {
  if (others.length === 0) return some as TicketMessage[];
  const byId = new Map([...some, ...others].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}
