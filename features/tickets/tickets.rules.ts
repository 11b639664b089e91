import type { File } from '../files/file.ts';
import type { Ticket } from './ticket.ts';
import { isOpen } from '../files/files.rules.ts';
import { type Refusal, limitReached, refusal } from '../../contract/refusal.ts';

/** A ticket's subject is not written by people: it names the file the ticket is about. */
export const ticketSubject = (file: { file_id: string }): string => `Ticket ID:${file.file_id}`;

type FileState = Pick<File, 'status' | 'ticket_id'>;

export function openTicketRefusal(file: FileState): Refusal | null {
  if (file.ticket_id !== null) return fileHasTicket();
  return isOpen(file) ? null : fileIsDone();
}

type TicketState = Pick<Ticket, 'status'>;

/** The ticket alone decides: there may still be something to discuss about a canceled or completed file. */
const sendMessageRefusal = ({ status }: TicketState) => (status === 'OPEN' ? null : ticketClosed());
const closeRefusal = ({ status }: TicketState) => (status === 'OPEN' ? null : alreadyClosed());
export const reopenRefusal = ({ status }: TicketState) => (status === 'CLOSED' ? null : alreadyOpen());

export const canOpenTicket = (file: FileState) => openTicketRefusal(file) === null;
export const canSendMessage = (ticket: TicketState) => sendMessageRefusal(ticket) === null;
export const canCloseTicket = (ticket: TicketState) => closeRefusal(ticket) === null;

const fileHasTicket = refusal('errors.tickets.file_has_ticket');
const fileIsDone = refusal('errors.tickets.file_is_done');
export const ticketClosed = refusal('errors.tickets.closed');
export const alreadyClosed = refusal('errors.tickets.already_closed');
export const alreadyOpen = refusal('errors.tickets.already_open');
export const tooManyMessages = limitReached('errors.tickets.message_limit');
export const moreSelected = refusal('errors.tickets.more_selected');
export const tooManySelected = refusal('errors.tickets.too_many_selected');
