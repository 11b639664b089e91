import * as z from 'zod/mini';
import { Id, Nothing } from '../../portal/fields.schemas.ts';
import { FileSummary } from '../../portal/files/files.schemas.ts';
import { TicketSummary } from '../../portal/tickets/tickets.schemas.ts';

export const Dashboard = z.object({
  /** PROCESSED and COMPLETED files. */
  completed: z.int(),
  refunded: z.int(),
  canceled: z.int(),
  /** Those not yet completed, canceled, refunded or refused; newest first. */
  files: z.array(FileSummary),
  /** Open tickets; newest first. */
  tickets: z.array(TicketSummary),
});
export type Dashboard = z.output<typeof Dashboard>;

export const getDashboard = {
  input: Nothing,
  reply: Dashboard,
};

export const getUserDashboard = {
  input: z.object({ userId: Id }),
  reply: Dashboard,
};

const WorkCounts = z.object({ files: z.int(), tickets: z.int() });

/** Each at most `WAITING_COUNTED`. */
export const Waiting = z.object({
  /** For staff without a price; for a customer to be paid, or ready and not downloaded yet. */
  files: z.int(),
  /** For staff with an unanswered message; for a customer with an unread reply. */
  tickets: z.int(),
  /** Payments that staff have to look at; null for a customer. */
  payments: z.nullable(z.int()),
  /** Of what waits for staff, the caller's own, what has no assignee and what is overdue; left out for a customer. */
  work: z.optional(z.object({ mine: WorkCounts, unassigned: WorkCounts, overdue: WorkCounts })),
});
export type Waiting = z.output<typeof Waiting>;

export const getWaiting = {
  input: Nothing,
  reply: Waiting,
};
