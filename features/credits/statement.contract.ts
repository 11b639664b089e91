import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './statement.schemas.ts';

export type * from './statement.schemas.ts';

const PERIOD_ERRORS = ['credits.period_backwards', 'credits.period_too_long'];

export const listBalances = endpoint<typeof schemas.listBalances>()({
  method: 'GET',
  path: '/credits-ledger/:userId/balances',
  summary: 'List balances by day',
  description: 'The MAIN balance at the end of each requested day, oldest first.',
  who: 'signed-in',
});

export const getStatement = endpoint<typeof schemas.getStatement>()({
  method: 'GET',
  path: '/credits-ledger/:userId/statement',
  summary: 'Get a statement',
  description: 'Opening balance, every entry and closing balance of a period, including its first and last day.',
  who: 'signed-in',
  errors: PERIOD_ERRORS,
});

export const downloadStatement = endpoint<typeof schemas.downloadStatement>()({
  method: 'GET',
  path: '/credits-ledger/:userId/statement/csv',
  summary: 'Download a statement as CSV',
  description: 'Opening balance, every entry and closing balance of a period, for a spreadsheet.',
  who: 'signed-in',
  errors: PERIOD_ERRORS,
});
