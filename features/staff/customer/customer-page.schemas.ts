import * as z from 'zod/mini';
import { Id, listOf } from '../../../contract/fields.schemas.ts';
import { UserSession } from '../../accounts/user-sessions.schemas.ts';
import { LedgerRow } from '../../credits/credits.schemas.ts';
import { FileSummary } from '../../files/files.schemas.ts';
import { PaymentMessage } from '../../payments/payments.schemas.ts';
import { SecurityEvent } from '../../accounts/security-log/security.schemas.ts';
import { TicketSummary } from '../../tickets/tickets.schemas.ts';
import { SHOWN_ROWS, SHOWN_SESSIONS } from './customer-page.list.ts';

/** Lists of one user, each newest first with the total number of its rows. */
export const CustomerOverview = z.object({
  files: listOf(FileSummary, SHOWN_ROWS),
  all_files: z.int(),
  /** Files that are not yet completed, canceled, refunded or refused. */
  open_files: z.int(),
  tickets: listOf(TicketSummary, SHOWN_ROWS),
  all_tickets: z.int(),
  open_tickets: z.int(),
  ledger: listOf(LedgerRow, SHOWN_ROWS),
  all_entries: z.int(),
  payments: listOf(PaymentMessage, SHOWN_ROWS),
  sessions: listOf(UserSession, SHOWN_SESSIONS),
  security: listOf(SecurityEvent, SHOWN_ROWS),
});
export type CustomerOverview = z.output<typeof CustomerOverview>;

export const getCustomerOverview = {
  input: z.object({ id: Id }),
  reply: CustomerOverview,
};
