import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Credits, Day, Id, boundedList } from '../../contract/fields.ts';
import { LedgerRow, Unit } from './credits.calls.ts';

const PERIOD_ERRORS = ['credits.period_backwards', 'credits.period_too_long'];

export const listBalances = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/balances',
  summary: 'List balances by day',
  description: 'The MAIN balance at the end of each requested day, oldest first.',
  who: 'signed-in',
  input: z.object({ userId: Id }),
  reply: boundedList(z.object({ day: z.string(), balance: Credits })),
});

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

export const getStatement = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/statement',
  summary: 'Get a statement',
  description: 'Opening balance, every entry and closing balance of a period, including its first and last day.',
  who: 'signed-in',
  input: period,
  reply: Statement,
  errors: PERIOD_ERRORS,
});

export const downloadStatement = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/statement/csv',
  summary: 'Download a statement as CSV',
  description: 'Opening balance, every entry and closing balance of a period, for a spreadsheet.',
  who: 'signed-in',
  input: period,
  reply: 'bytes',
  errors: PERIOD_ERRORS,
});
