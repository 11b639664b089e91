import { limitReached } from '../../contract/limit-reached.ts';
import { refusal } from '../../contract/refusal.ts';

export const fileHasTicket = refusal('errors.tickets.file_has_ticket');
export const fileIsDone = refusal('errors.tickets.file_is_done');
export const ticketClosed = refusal('errors.tickets.closed');
export const alreadyClosed = refusal('errors.tickets.already_closed');
export const alreadyOpen = refusal('errors.tickets.already_open');
export const tooManyMessages = limitReached('errors.tickets.message_limit');
export const moreSelected = refusal('errors.tickets.more_selected');
export const tooManySelected = refusal('errors.tickets.too_many_selected');
