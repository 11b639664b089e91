import { buildFileDetail, buildFileRecord } from '../../features/files/files.factory.ts';
import type { File, FileDetail } from '../../features/files/file.ts';
import type { Ticket, TicketMessage } from '../../features/tickets/ticket.ts';
import { ADMINISTRATOR, CUSTOMER } from './render-screen.tsx';

/** A file of the tests' customer, with a ticket. */
export const FILE = buildFileRecord({
  username: CUSTOMER.username,
  ticket_id: 3,
});

export function detailOf(changes: Partial<File> = {}): FileDetail {
  return buildFileDetail({ ...FILE, ...changes });
}

export const chatMessage = (id: number, changes: Partial<TicketMessage> = {}): TicketMessage => ({
  id,
  message_id: null,
  ticket_id: 3,
  user_id: CUSTOMER.id,
  side: 'CUSTOMER',
  message: `Message ${id}`,
  file_name: null,
  file_size_bytes: null,
  created_at: `2026-03-02T10:${String(id).padStart(2, '0')}:00.000Z`,
  ...changes,
});

export const reply = (id: number, changes: Partial<TicketMessage> = {}): TicketMessage =>
  chatMessage(id, { user_id: ADMINISTRATOR.id, side: 'SUPPORT', ...changes });

export const TICKET: Ticket = {
  id: 3,
  ticket_id: 'T100003',
  file_id: FILE.id,
  subject: `Ticket ID:${FILE.file_id}`,
  username: CUSTOMER.username,
  status: 'OPEN',
  opening_date: '2026-03-02T10:00:00.000Z',
  closing_date: null,
  ticket_messages: [chatMessage(1, { message: 'Is it done?' }), reply(2, { message: 'Tomorrow.' })],
  has_more: false,
};
