/** Each report has a chart, a table and a CSV file. */
export const REPORTS = [
  'revenue',
  'solutions',
  'customers',
  'countries',
  'turnaround',
  'on-time',
  'refunds',
  'conversion',
  'dtc-off',
] as const;

export type ReportName = (typeof REPORTS)[number];

/** The default period: this month and those before it. */
export const USUAL_MONTHS = 12;
export const MOST_MONTHS = 60;

/** Rows shown of a report that is not by month, largest first; the file has more of them. */
export const SHOWN_CUSTOMERS = 50;
export const SHOWN_ROWS = 300;
export const CSV_ROWS = 10_000;

/** `OTHER` is what the catalogue cannot name: a file without solutions, or solutions that are gone for good. */
export const SOLUTION_KINDS = ['SOLUTION', 'OTHER', 'DTC_OFF'] as const;
