import * as z from 'zod/mini';
import { Credits, Day, Id, endpoint, listOf } from '../endpoint.ts';
import { LedgerRow, Unit } from './credits.contract.ts';

/** What the MAIN balance was at the end of each of these days, oldest first. */
export const listBalances = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/balances',
  who: 'signed-in',
  input: z.object({ userId: Id }),
  reply: listOf(z.object({ day: z.string(), balance: Credits })),
});

/** Without a last day up to today, without a first one from the beginning of the last one's month. */
const period = z.object({ userId: Id, from: z.optional(Day), to: z.optional(Day) });

/** One balance over a period: what it was, every entry in order, and what it is. */
export const StatementPart = z.object({
  unit: Unit,
  opening: Credits,
  rows: z.array(LedgerRow),
  received: Credits,
  spent: Credits,
  closing: Credits,
});
export type StatementPart = z.output<typeof StatementPart>;

export const Statement = z.object({
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  from: z.string(),
  to: z.string(),
  made_at: z.string(),
  parts: z.array(StatementPart),
});
export type Statement = z.output<typeof Statement>;

/** For printing; both days are part of it, in UTC. */
export const getStatement = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/statement',
  who: 'signed-in',
  input: period,
  reply: Statement,
});

/** The same for a spreadsheet. */
export const downloadStatement = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/statement/csv',
  who: 'signed-in',
  input: period,
  reply: 'bytes',
});
