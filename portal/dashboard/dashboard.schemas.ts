import * as z from 'zod/mini';
import { Id, Nothing } from '../fields.schemas.ts';
import { FileSummary } from '../files/files.schemas.ts';
import { TicketSummary } from '../tickets/tickets.schemas.ts';

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
