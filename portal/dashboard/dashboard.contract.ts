import * as z from 'zod/mini';
import { Id, Nothing, endpoint } from '../endpoint.ts';
import { FileSummary } from '../files/files.contract.ts';
import { TicketSummary } from '../tickets/tickets.contract.ts';

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

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  who: 'admin',
  input: Nothing,
  reply: Dashboard,
});

export const getUserDashboard = endpoint({
  method: 'GET',
  path: '/dashboard/:userId',
  who: 'signed-in',
  input: z.object({ userId: Id }),
  reply: Dashboard,
});
