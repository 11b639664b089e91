import { endpoint } from '../endpoint.ts';
import type * as schemas from './credits.schemas.ts';

export type * from './credits.schemas.ts';

export const LEDGER_SOURCES = ['Upload', 'Refund', 'PayPal', 'Admin', 'DTC OFF'] as const;

export const listLedger = endpoint<typeof schemas.listLedger>()({
  method: 'GET',
  path: '/credits-ledger',
  who: 'admin',
});

export const listUserLedger = endpoint<typeof schemas.listUserLedger>()({
  method: 'GET',
  path: '/credits-ledger/:userId',
  who: 'signed-in',
});

/** Everybody's rows that the same filter lets through, as CSV for a spreadsheet. */
export const downloadLedger = endpoint<typeof schemas.downloadLedger>()({
  method: 'GET',
  path: '/credits-ledger/csv',
  who: 'admin',
});

/** All rows of a customer, as CSV for a spreadsheet. */
export const downloadUserLedger = endpoint<typeof schemas.downloadUserLedger>()({
  method: 'GET',
  path: '/credits-ledger/:userId/csv',
  who: 'signed-in',
});
