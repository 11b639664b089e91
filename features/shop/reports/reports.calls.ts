import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Credits, RecordId, boundedList, chosen } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { refusal, refusalWith } from '../../../contract/refusal.ts';

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

export const MAX_MONTHS = 60;

/** Rows shown of a report that is not by month, largest first; the file has more of them. */
export const SHOWN_CUSTOMERS = 50;

export const SHOWN_ROWS = 300;

export const CSV_ROWS = 10_000;

/** `OTHER` is what the catalogue cannot name: a file without solutions, or solutions that are gone for good. */
const SOLUTION_KINDS = ['SOLUTION', 'OTHER', 'DTC_OFF'] as const;

/** A month, such as 2026-11. */
const MonthText = z
  .string()
  .check(z.regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/, invalid('errors.reports.choose_month')));

/** Returns the month that is so many before this one; none is before the year 1. */
export function subtractMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const index = Math.max(12, year * 12 + number - 1 - count);
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Both months are included. */
const period = { from: chosen(MonthText), to: chosen(MonthText) };

const byMonth = <Row extends z.ZodMiniType>(row: Row) => boundedList(row, MAX_MONTHS);

/** From 0 to 1; null: there is nothing to take a share of. */
const Share = z.nullable(z.number());

export const RevenueMonth = z.object({
  month: MonthText,
  paid_files: z.int(),
  /** Credits taken for files. */
  files_revenue: Credits,
  /** Credits taken for DTC OFF. */
  dtc_off_revenue: Credits,
  refunds: z.int(),
  refunded: Credits,
  /** Share of the amounts taken for files in the same month. */
  refunded_share: Share,
  /** Credits taken for files and DTC OFF, without refunds. */
  revenue: Credits,
  /** Credits that customers have bought from the payment provider, and those that it has taken back. */
  bought: Credits,
  reversed: Credits,
});
export type RevenueMonth = z.output<typeof RevenueMonth>;

const sums = { paid_files: z.int(), refunds: z.int(), revenue: Credits };

export const SolutionRevenue = z.object({
  kind: z.enum(SOLUTION_KINDS),
  solution_id: z.nullable(RecordId),
  /** Null: not a solution that is still in the catalogue. */
  name: z.nullable(z.string()),
  /** Null if it is not counted. */
  paid_files: z.nullable(z.int()),
  refunds: z.nullable(z.int()),
  revenue: Credits,
});
export type SolutionRevenue = z.output<typeof SolutionRevenue>;

export const CustomerRevenue = z.object({
  user_id: RecordId,
  username: z.string(),
  /** Id of the customer's record; null once the account is deleted. */
  open_user_id: z.nullable(RecordId),
  ...sums,
});
export type CustomerRevenue = z.output<typeof CustomerRevenue>;

export const CountryRevenue = z.object({
  /** As chosen by customers; empty: not given. */
  country: z.string(),
  ...sums,
});
export type CountryRevenue = z.output<typeof CountryRevenue>;

/** Files that could first be paid in the month. */
export const PricedMonth = z.object({
  month: MonthText,
  priced_files: z.int(),
  /** Minutes of opening hours from the upload until then, for half and for 80 % of the files. */
  median_minutes: z.nullable(z.int()),
  most_minutes: z.nullable(z.int()),
  /** Files for which a target time was set, and how many of them were ready within it. */
  with_target: z.int(),
  on_time: z.int(),
  on_time_share: Share,
  /** Number of these files that have been paid since. */
  paid: z.int(),
  paid_share: Share,
});
export type PricedMonth = z.output<typeof PricedMonth>;

export const DtcOffMonth = z.object({
  month: MonthText,
  uploads: z.int(),
  paid: z.int(),
  free: z.int(),
  generated: z.int(),
  revenue: Credits,
});
export type DtcOffMonth = z.output<typeof DtcOffMonth>;

export const Reports = z.object({
  from: MonthText,
  to: MonthText,
  /** Time zone of the months. */
  time_zone: z.string(),
  /** The first month with any data. */
  first_month: MonthText,
  /** Minutes of opening hours; null: no file is late. */
  target_minutes: z.nullable(z.int()),
  months: byMonth(RevenueMonth),
  solutions: boundedList(SolutionRevenue, SHOWN_ROWS + 2),
  customers: boundedList(CustomerRevenue, SHOWN_CUSTOMERS),
  all_customers: z.int(),
  countries: boundedList(CountryRevenue, SHOWN_ROWS),
  priced: byMonth(PricedMonth),
  dtc_off: byMonth(DtcOffMonth),
});
export type Reports = z.output<typeof Reports>;

const PERIOD_ERRORS = ['reports.period_backwards', 'reports.period_too_long'];

export const getReports = endpoint({
  method: 'GET',
  path: '/reports',
  summary: 'Get the reports',
  description:
    "Revenue by month, solution, customer and country; turnaround, files on time, refunds, files paid after their price was set, and use of DTC OFF. Months follow the shop's time zone. Covers the last twelve months unless a period is given.",
  who: 'reports.read',
  input: z.object(period),
  reply: Reports,
  errors: PERIOD_ERRORS,
});

export const downloadReport = endpoint({
  method: 'GET',
  path: '/reports/:report/csv',
  summary: 'Download a report as CSV',
  description:
    'A single report for a spreadsheet. The customer report is not limited to the largest customers as it is on the screen.',
  who: 'reports.read',
  input: z.object({ report: z.enum(REPORTS), ...period }),
  reply: 'bytes',
  errors: PERIOD_ERRORS,
});

export const periodBackwards = refusal('errors.reports.period_backwards', 'from');
export const periodTooLong = refusalWith<{ most: number }>('errors.reports.period_too_long', 'from');
