import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './credits.schemas.ts';

export type * from './credits.schemas.ts';

export const listLedger = endpoint<typeof schemas.listLedger>()({
  method: 'GET',
  path: '/credits-ledger',
  summary: 'List ledger entries',
  description: 'Entries of all customers, newest first, one page at a time.',
  who: 'ledger.read-all',
});

export const listUserLedger = endpoint<typeof schemas.listUserLedger>()({
  method: 'GET',
  path: '/credits-ledger/:userId',
  summary: 'List ledger entries of a customer',
  description: 'Entries of one customer, newest first. Customers see their own.',
  who: 'signed-in',
});

export const downloadLedger = endpoint<typeof schemas.downloadLedger>()({
  method: 'GET',
  path: '/credits-ledger/csv',
  summary: 'Download ledger entries as CSV',
  description: 'Entries of all customers that match the filter, for a spreadsheet.',
  who: 'ledger.read-all',
});

export const downloadUserLedger = endpoint<typeof schemas.downloadUserLedger>()({
  method: 'GET',
  path: '/credits-ledger/:userId/csv',
  summary: 'Download ledger entries of a customer as CSV',
  description: 'All entries of one customer, for a spreadsheet.',
  who: 'signed-in',
});
