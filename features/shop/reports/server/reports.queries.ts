import { sql, type RawBuilder } from 'kysely';
import { PLANNED_EACH_TIME, type Database } from '../../../../server/database/connect.ts';
import type { CountryRevenue, CustomerRevenue, DtcOffMonth, PricedMonth, RevenueMonth } from '../reports.calls.ts';

/** First and last month, such as 2026-11; both are included. */
export interface Months {
  from: string;
  to: string;
}

const firstDay = (month: string) => sql`${`${month}-01`}::date`;
const within = ({ from, to }: Months) => sql`month between ${firstDay(from)} and ${firstDay(to)}`;

/** Yields a row for every month, even for those without data. */
const everyMonth = ({ from, to }: Months) =>
  sql`(select at::date as month from generate_series(${firstDay(from)}::timestamp, ${firstDay(to)}::timestamp, '1 month') at)`;

const monthText = sql`to_char(m.month, 'YYYY-MM') as month`;

/** Exact up to 2^53, and several times as fast as sums of bigint, for which PostgreSQL uses numeric. */
const total = (value: RawBuilder<unknown>) => sql`sum((${value})::float8)`;
const credits = (cents: RawBuilder<unknown>) => sql`(coalesce(${total(cents)}, 0) / 100)`;
const count = (column: string) => sql`coalesce(${total(sql.ref(column))}, 0)::bigint`;
const share = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`(${total(part)} / nullif(${total(whole)}, 0))`;
/** Leaves out rows with neither sales nor refunds. */
const hasSales = sql`${total(sql`files`)} <> 0 or ${total(sql`refunds`)} <> 0 or ${total(sql`dtc_off_cents`)} <> 0`;
const REVENUE = sql`files_cents + dtc_off_cents - refunds_cents`;

interface Settings {
  time_zone: string | null;
  target_minutes: number | null;
  is_complete: boolean;
  first_month: string | null;
}

export async function readSettings(db: Database): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select time_zone, target_minutes, built_at is not null as is_complete,
           to_char(least((select min(month) from country_revenue), (select min(month) from priced_file_counts)), 'YYYY-MM') as first_month
      from report_settings`.execute(db);
  return rows[0] as Settings;
}

export async function listRevenueByMonth(db: Database, period: Months): Promise<RevenueMonth[]> {
  const { rows } = await sql<RevenueMonth>`
    select ${monthText}, ${count('files')} as paid_files, ${credits(sql`files_cents`)} as files_revenue,
           ${credits(sql`dtc_off_cents`)} as dtc_off_revenue, ${count('refunds')} as refunds,
           ${credits(sql`refunds_cents`)} as refunded, ${share(sql`refunds_cents`, sql`files_cents`)} as refunded_share,
           ${credits(REVENUE)} as revenue, ${credits(sql`bought_cents`)} as bought, ${credits(sql`reversed_cents`)} as reversed
      from ${everyMonth(period)} m left join country_revenue r on r.month = m.month
     group by m.month order by m.month`.execute(db);
  return rows;
}

interface SolutionRow {
  solution_id: number;
  name: string | null;
  paid_files: number;
  refunds: number;
  revenue: number;
}

/** A solution that is gone for good has no name any more. */
export async function listRevenueBySolution(db: Database, period: Months, most: number): Promise<SolutionRow[]> {
  const { rows } = await sql<SolutionRow>`
    select r.solution_id, s.name, ${count('files')} as paid_files, ${count('refunds')} as refunds,
           ${credits(sql`amount_cents`)} as revenue
      from solution_revenue r left join solutions s on s.id = r.solution_id
     where ${within(period)}
     group by r.solution_id, s.name order by revenue desc, r.solution_id limit ${most}`.execute(db);
  return rows;
}

/** Returns the customers with the largest revenue first, and how many there are in all. */
export async function listRevenueByCustomer(
  db: Database,
  period: Months,
  most: number,
): Promise<{ customers: CustomerRevenue[]; all: number }> {
  type CustomerRow = CustomerRevenue & { all: number };
  const { rows } = await sql<CustomerRow>`${sql.raw(PLANNED_EACH_TIME)}
    select r.user_id, u.username, case when u.deleted_at is null then u.id end as open_user_id,
           r.paid_files, r.refunds, r.revenue, r.whole as "all"
      from (select user_id, ${count('files')} as paid_files, ${count('refunds')} as refunds,
                   ${credits(REVENUE)} as revenue, count(*) over () as whole
              from customer_revenue where ${within(period)}
             group by user_id having ${hasSales}
             order by revenue desc, user_id limit ${most}) r
      join users u on u.id = r.user_id
     order by r.revenue desc, r.user_id`.execute(db);
  const customers = rows.map(({ user_id, username, open_user_id, paid_files, refunds, revenue }) => ({
    user_id,
    username,
    open_user_id,
    paid_files,
    refunds,
    revenue,
  }));
  return { customers, all: rows[0]?.all ?? 0 };
}

export async function listRevenueByCountry(db: Database, period: Months, most: number): Promise<CountryRevenue[]> {
  const { rows } = await sql<CountryRevenue>`
    select country, ${count('files')} as paid_files, ${count('refunds')} as refunds, ${credits(REVENUE)} as revenue
      from country_revenue where ${within(period)}
     group by country having ${hasSales}
     order by revenue desc, country limit ${most}`.execute(db);
  return rows;
}

/** Computed from the number of files per number of minutes: the smallest one that this share of them did not exceed. */
export async function listPricedByMonth(db: Database, period: Months): Promise<PricedMonth[]> {
  const { rows } = await sql<PricedMonth>`
    with counted as (
      select month, minutes, ${total(sql`files`)} as files, ${total(sql`paid`)} as paid,
             coalesce(${total(sql`files`)} filter (where is_on_time is not null), 0) as with_target,
             coalesce(${total(sql`files`)} filter (where is_on_time), 0) as on_time
        from priced_file_counts where ${within(period)} group by month, minutes),
    placed as (
      select *, sum(files) over (partition by month order by minutes) as so_far, sum(files) over (partition by month) as whole
        from counted)
    select ${monthText}, ${count('files')} as priced_files,
           min(minutes) filter (where so_far >= whole * 0.5) as median_minutes,
           min(minutes) filter (where so_far >= whole * 0.8) as most_minutes,
           ${count('with_target')} as with_target, ${count('on_time')} as on_time,
           ${share(sql`on_time`, sql`with_target`)} as on_time_share, ${count('paid')} as paid,
           ${share(sql`paid`, sql`files`)} as paid_share
      from ${everyMonth(period)} m left join placed on placed.month = m.month
     group by m.month order by m.month`.execute(db);
  return rows;
}

type UsesOfMonth = Omit<DtcOffMonth, 'revenue'>;

/** Reads each month as one range of an index. */
export async function listDtcOffByMonth(db: Database, period: Months): Promise<UsesOfMonth[]> {
  const begin = (month: RawBuilder<unknown>) =>
    sql`(${month} at time zone (select coalesce(time_zone, 'UTC') from report_settings))`;
  const uses = (kind: string) => sql`coalesce(sum(u.uses) filter (where u.kind = ${kind}), 0)::bigint`;
  const { rows } = await sql<UsesOfMonth>`
    select ${monthText}, ${uses('UPLOADED')} as uploads, ${uses('PAID')} as paid, ${uses('FREE')} as free,
           ${uses('GENERATED')} as generated
      from ${everyMonth(period)} m
      left join lateral (
        select kind, count(*) as uses from dtc_off_uses
         where used_at >= ${begin(sql`m.month::timestamp`)} and used_at < ${begin(sql`(m.month + interval '1 month')`)}
         group by kind) u on true
     group by m.month order by m.month`.execute(db);
  return rows;
}
