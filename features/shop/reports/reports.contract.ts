import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './reports.schemas.ts';

export type * from './reports.schemas.ts';

const PERIOD_ERRORS = ['reports.period_backwards', 'reports.period_too_long'];

export const getReports = endpoint<typeof schemas.getReports>()({
  method: 'GET',
  path: '/reports',
  summary: 'Get the reports',
  description:
    "Revenue by month, solution, customer and country; turnaround, files on time, refunds, files paid after their price was set, and use of DTC OFF. Months follow the shop's time zone. Covers the last twelve months unless a period is given.",
  who: 'reports.read',
  errors: PERIOD_ERRORS,
});

export const downloadReport = endpoint<typeof schemas.downloadReport>()({
  method: 'GET',
  path: '/reports/:report/csv',
  summary: 'Download a report as CSV',
  description:
    'A single report for a spreadsheet. The customer report is not limited to the largest customers as it is on the screen.',
  who: 'reports.read',
  errors: PERIOD_ERRORS,
});
