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
export const moreSelected = refusal(
  'tickets.more_selected',
  'More is selected now than you confirmed, so nothing was done. Please check the selection.',
);
export const tooManySelected = refusal(
  'tickets.too_many_selected',
  'At most 10000 tickets can be changed at once. Please narrow the list.',
);
