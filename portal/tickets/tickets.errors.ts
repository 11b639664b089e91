import { limitReached, refusal } from '../refusal.ts';

export const fileHasTicket = refusal('tickets.file_has_ticket', 'A ticket already exists for this file.');
export const fileIsDone = refusal('tickets.file_is_done', 'A ticket cannot be opened for this file.');
export const ticketClosed = refusal('tickets.closed', 'The ticket is closed.');
export const alreadyClosed = refusal('tickets.already_closed', 'The ticket is already closed.');
export const alreadyOpen = refusal('tickets.already_open', 'The ticket is already open.');
export const tooManyMessages = limitReached(
  'tickets.message_limit',
  ({ seconds }) => `Too many messages at once. You can send the next one in ${seconds} seconds.`,
);
