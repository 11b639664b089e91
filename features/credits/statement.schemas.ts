import * as z from 'zod/mini';
import { Credits, Day, Id, listOf, downloadOf } from '../../contract/fields.schemas.ts';
import { LedgerRow, Unit } from './credits.schemas.ts';

export const listBalances = {
  input: z.object({ userId: Id }),
  reply: listOf(z.object({ day: z.string(), balance: Credits })),
};

/** Without `to` the period ends today; without `from` it starts with the month of its last day. */
const period = z.object({ userId: Id, from: z.optional(Day), to: z.optional(Day) });

/** One balance over a period: opening, every entry in order, and closing. */
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

export const getStatement = {
  input: period,
  reply: Statement,
};

export const downloadStatement = downloadOf(period);
