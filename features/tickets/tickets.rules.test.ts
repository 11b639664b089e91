import { describe, expect, test } from 'vitest';
import { FileStatus } from '../files/file.ts';
import {
  canCloseTicket,
  canOpenTicket,
  canSendMessage,
  openTicketRefusal,
  reopenRefusal,
  ticketSubject,
} from './tickets.rules.ts';

const OPENABLE: readonly FileStatus[] = ['PROCESSED', 'IN_PROGRESS', 'PENDING'];

describe(
  'a ticket is opened only while the file is PROCESSED, IN_PROGRESS or PENDING and has none',
  { tags: ['X-STA-11'] },
  () => {
    test.each(FileStatus.options)('%s', (status) => {
      const without = { status, ticket_id: null };
      expect(canOpenTicket(without)).toBe(OPENABLE.includes(status));
      expect(canOpenTicket({ status, ticket_id: 4 })).toBe(false);
      expect(openTicketRefusal({ status, ticket_id: 4 })?.message).toBe('A ticket already exists for this file.');
      const refusal = OPENABLE.includes(status) ? undefined : 'A ticket cannot be opened for this file.';
      expect(openTicketRefusal(without)?.message).toBe(refusal);
    });
  },
);

test('open tickets take messages and can be closed, closed ones reopened', { tags: ['X-STA-04', 'X-STA-17'] }, () => {
  const listAllowed = (ticket: { status: 'OPEN' | 'CLOSED' }) => ({
    message: canSendMessage(ticket),
    close: canCloseTicket(ticket),
    reopen: reopenRefusal(ticket) === null,
  });
  expect(listAllowed({ status: 'OPEN' })).toEqual({ message: true, close: true, reopen: false });
  expect(listAllowed({ status: 'CLOSED' })).toEqual({ message: false, close: false, reopen: true });
});

test("the subject is 'Ticket ID:' followed by the file number", { tags: ['C-CRT-01', 'A-CRT-01'] }, () => {
  expect(ticketSubject({ file_id: '100005' })).toBe('Ticket ID:100005');
});
