import type { File, FileDetail } from '../../portal/files/files.contract.ts';
import type { Ticket, TicketMessage } from '../../portal/tickets/tickets.contract.ts';
import { ADMINISTRATOR, CUSTOMER } from './render-screen.tsx';

/** A file of the customer of the tests, with a ticket. */
export const FILE: File = {
  id: 5,
  file_id: '100005',
  file_name: 'VW_Golf_5_19TDI_EDC16U34.bin',
  username: CUSTOMER.username,
  solution: 'Stage 1',
  price: 60,
  price_status: 'UNPAID',
  status: 'IN_PROGRESS',
  feasible: null,
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  file_size_bytes: 2_097_152,
  file_sha256: 'ab',
  mod_file_name: null,
  mod_file_size_bytes: null,
  mod_file_sha256: null,
  brand: 'Volkswagen',
  vehicle: 'Car',
  model: 'Bosch',
  ecu: 'EDC16U34',
  petrol_type: 'DIESEL',
  generation: '2007',
  gear: 'Manual',
  reading_device: 'Autotuner',
  description: null,
  solution_ids: [1],
  notes: null,
  ticket_id: 3,
  checked_at: null,
  paid_at: null,
};

export function detailOf(changes: Partial<File> = {}): FileDetail {
  const file = { ...FILE, ...changes };
  const { vehicle: type, brand, model, ecu, generation, gear, petrol_type } = file;
  return { file, vehicle: { type, brand, model, ecu, generation, gear, petrol_type }, ticket_id: file.ticket_id };
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
