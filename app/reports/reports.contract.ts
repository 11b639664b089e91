import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './reports.schemas.ts';

export type * from './reports.schemas.ts';

const PERIOD_ERRORS = ['reports.period_backwards', 'reports.period_too_long'];

export const getReports = endpoint<typeof schemas.getReports>()({
  method: 'GET',
  path: '/reports',
  summary: 'Get the reports',
  description:
    'Revenue by month, solution, customer and country; turnaround, files on time, refunds, files paid after their price, and the use of DTC OFF. Months are those of the time zone of the shop. Without a period, the last twelve.',
  who: 'reports.read',
  errors: PERIOD_ERRORS,
});

export const downloadReport = endpoint<typeof schemas.downloadReport>()({
  method: 'GET',
  path: '/reports/:report/csv',
  summary: 'Download a report as CSV',
  description: 'One of the reports for a spreadsheet; customers without the limit of the screen.',
  who: 'reports.read',
  errors: PERIOD_ERRORS,
});
