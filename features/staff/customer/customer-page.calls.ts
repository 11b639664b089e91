import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id, boundedList } from '../../../contract/fields.ts';
import { SecurityEvent } from '../../accounts/security-log/security.calls.ts';
import { UserSession } from '../../accounts/user-sessions.calls.ts';
import { LedgerRow } from '../../credits/credits.calls.ts';
import { FileSummary } from '../../files/file.ts';
import { PaymentMessage } from '../../payments/payments.calls.ts';
import { TicketSummary } from '../../tickets/ticket.ts';

/** Rows shown of each list on a customer's page; the rest is behind its link. */
export const SHOWN_ROWS = 6;

/** More of these, since devices have no list of their own. */
export const SHOWN_SESSIONS = 20;

/** Lists of one user, each newest first with the total number of its rows. */
export const CustomerOverview = z.object({
  files: boundedList(FileSummary, SHOWN_ROWS),
  all_files: z.int(),
  /** Files that are not yet completed, canceled, refunded or refused. */
  open_files: z.int(),
  tickets: boundedList(TicketSummary, SHOWN_ROWS),
  all_tickets: z.int(),
  open_tickets: z.int(),
  ledger: boundedList(LedgerRow, SHOWN_ROWS),
  all_entries: z.int(),
  payments: boundedList(PaymentMessage, SHOWN_ROWS),
  sessions: boundedList(UserSession, SHOWN_SESSIONS),
  security: boundedList(SecurityEvent, SHOWN_ROWS),
});
export type CustomerOverview = z.output<typeof CustomerOverview>;

export const getCustomerOverview = endpoint({
  method: 'GET',
  path: '/users/:id/overview',
  summary: 'Get an overview of a user',
  description: "The user's newest files, tickets, ledger entries, payments, sessions and security events.",
  who: 'users.read-all',
  input: z.object({ id: Id }),
  reply: CustomerOverview,
});
