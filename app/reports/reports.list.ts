/** Each with its chart, its table and its CSV file. */
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

/** Without a choice: this month and those before it. */
export const USUAL_MONTHS = 12;
export const MOST_MONTHS = 60;

/** The largest of a report that is not by month; the file has more of them. */
export const SHOWN_CUSTOMERS = 50;
export const SHOWN_ROWS = 300;
export const CSV_ROWS = 10_000;

/** Of what the catalogue cannot name: a file without solutions, or solutions that are gone for good. */
export const SOLUTION_KINDS = ['SOLUTION', 'OTHER', 'DTC_OFF'] as const;
