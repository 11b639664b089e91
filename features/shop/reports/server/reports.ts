import { sql } from 'kysely';
import type { Deps } from '../../../../server/http/call.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { toCents, toCredits } from '../../../../contract/amounts.ts';
import {
  MAX_MONTHS,
  type Reports,
  type RevenueMonth,
  SHOWN_CUSTOMERS,
  SHOWN_ROWS,
  type SolutionRevenue,
  USUAL_MONTHS,
  type getReports as GetReports,
  periodBackwards,
  periodTooLong,
  subtractMonths,
} from '../reports.calls.ts';
import {
  type Months,
  listDtcOffByMonth,
  listPricedByMonth,
  listRevenueByCountry,
  listRevenueByCustomer,
  listRevenueByMonth,
  listRevenueBySolution,
  readSettings,
} from './reports.queries.ts';
import { applyStoredSettings } from '../../server/stored-settings.ts';
import type { Config } from '../../../../server/config.ts';

/** How many rows to read of the reports that are not by month. */
interface Most {
  customers: number;
  rows: number;
}

export async function getReports(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: InputOf<typeof GetReports>,
  most: Most = { customers: SHOWN_CUSTOMERS, rows: SHOWN_ROWS },
): Promise<Reports> {
  const { time_zone, first_month, ...settings } = await readSettings(db);
  const timeZone = time_zone ?? 'UTC';
  const today = formatMonthAt(clock.now(), timeZone);
  const shown = requirePeriod(input, today);
  const period = { ...shown, timeZone };
  const [months, ofSolutions, ofCustomers, countries, priced, uses] = await Promise.all([
    listRevenueByMonth(db, period),
    listRevenueBySolution(db, period, most.rows),
    listRevenueByCustomer(db, period, most.customers),
    listRevenueByCountry(db, period, most.rows),
    listPricedByMonth(db, period),
    listDtcOffByMonth(db, period),
  ]);
  const dtc_off = uses.map((month, at) => ({ ...month, revenue: months[at]?.dtc_off_revenue ?? 0 }));
  return {
    ...settings,
    ...shown,
    time_zone: timeZone,
    first_month: first_month ?? today,
    months,
    solutions: listSolutions(
      months,
      ofSolutions,
      sumRows(uses, ({ paid }) => paid),
    ),
    customers: ofCustomers.customers,
    all_customers: ofCustomers.all,
    countries,
    priced,
    dtc_off,
  };
}

const sumRows = <Row>(rows: readonly Row[], valueOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + valueOf(row), 0);

const inCents = <Row>(rows: readonly Row[], valueOf: (row: Row) => number) =>
  sumRows(rows, (row) => toCents(valueOf(row)));

/** Includes the revenue of no solution, so that the rows add up to the revenue of the period. */
function listSolutions(
  months: readonly RevenueMonth[],
  found: Awaited<ReturnType<typeof listRevenueBySolution>>,
  sessions: number,
): SolutionRevenue[] {
  const none = { solution_id: null, name: null, paid_files: null, refunds: null };
  const dtcOff = toCredits(inCents(months, (month) => month.dtc_off_revenue));
  const ofFiles = inCents(months, (month) => month.files_revenue) - inCents(months, (month) => month.refunded);
  const other = toCredits(ofFiles - inCents(found, (row) => row.revenue));
  return [
    ...found.map((row) => ({ kind: 'SOLUTION' as const, ...row })),
    ...(dtcOff === 0 ? [] : [{ ...none, kind: 'DTC_OFF' as const, paid_files: sessions, revenue: dtcOff }]),
    ...(other === 0 ? [] : [{ ...none, kind: 'OTHER' as const, revenue: other }]),
  ].toSorted((one, next) => next.revenue - one.revenue);
}

/** Returns the current month in the shop's time zone. */
function formatMonthAt(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}`;
}

/** Without a last month, the period ends with this one; without a first one, it covers a year. */
function requirePeriod({ from, to }: InputOf<typeof GetReports>, today: string): Omit<Months, 'timeZone'> {
  const last = to ?? today;
  const first = from ?? subtractMonths(last, USUAL_MONTHS - 1);
  if (first > last) throw periodBackwards();
  if (first < subtractMonths(last, MAX_MONTHS - 1)) throw periodTooLong({ most: MAX_MONTHS });
  return { from: first, to: last };
}

/** A file passes these two statuses before it can be paid; without a target for one of them it is never late. */
function targetOf({ targetTimes }: Pick<Config, 'targetTimes'>): number | null {
  const { PENDING, IN_PROGRESS } = targetTimes;
  return PENDING === undefined || IN_PROGRESS === undefined ? null : PENDING + IN_PROGRESS;
}

/** Stores the shop's settings where the function `open_minutes` reads them. */
export async function noteShopSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { timeZone, openings, holidays } = config.shopHours;
  const settings = sql`
    (${timeZone}::text, ${JSON.stringify(openings)}::jsonb, ${[...holidays]}::text[], ${targetOf(config)}::integer)`;
  await sql`
    update report_settings set (time_zone, openings, holidays, target_minutes) = ${settings}
     where (time_zone, openings, holidays, target_minutes) is distinct from ${settings}`.execute(db);
}

/** Called every hour: administrators may have entered other hours, targets or another time zone meanwhile. */
export async function updateShopSettings(deps: Pick<Deps, 'db' | 'config'>): Promise<void> {
  // A process that serves no calls has not read them since its start.
  await applyStoredSettings(deps);
  await noteShopSettings(deps);
}
