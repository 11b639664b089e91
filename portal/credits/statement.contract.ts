import { endpoint } from '../endpoint.ts';
import type * as schemas from './statement.schemas.ts';

export type * from './statement.schemas.ts';

/** What the MAIN balance was at the end of each of these days, oldest first. */
export const listBalances = endpoint<typeof schemas.listBalances>()({
  method: 'GET',
  path: '/credits-ledger/:userId/balances',
  who: 'signed-in',
});

/** For printing; both days are part of it, in UTC. */
export const getStatement = endpoint<typeof schemas.getStatement>()({
  method: 'GET',
  path: '/credits-ledger/:userId/statement',
  who: 'signed-in',
});

/** The same for a spreadsheet. */
export const downloadStatement = endpoint<typeof schemas.downloadStatement>()({
  method: 'GET',
  path: '/credits-ledger/:userId/statement/csv',
  who: 'signed-in',
});
