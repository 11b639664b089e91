import { sql, type RawBuilder } from 'kysely';
import { PLANNED_EACH_TIME, type Database } from '../../../../server/database/connect.ts';
import type { CountryRevenue, CustomerRevenue, DtcOffMonth, PricedMonth, RevenueMonth } from '../reports.calls.ts';

/** First and last month, such as 2026-11, both included, in the time zone of the shop. */
export interface Months {
  from: string;
  to: string;
  timeZone: string;
}

const firstDay = (month: string) => sql`${`${month}-01`}::timestamp`;
const moment = (day: RawBuilder<unknown>, { timeZone }: Months) => sql`(${day} at time zone ${timeZone}::text)`;

/** Matches what happened in the period, as one range of an index. */
const within = (column: string, period: Months) =>
  sql`${sql.ref(column)} >= ${moment(firstDay(period.from), period)}
    and ${sql.ref(column)} < ${moment(sql`(${firstDay(period.to)} + interval '1 month')`, period)}`;

/** Yields a row for every month, even for those without data, with its first moment and that of the next one. */
const everyMonth = (period: Months) => sql`(
  select to_char(day, 'YYYY-MM') as month, ${moment(sql`day`, period)} as begins,
         ${moment(sql`(day + interval '1 month')`, period)} as ends
    from generate_series(${firstDay(period.from)}, ${firstDay(period.to)}, '1 month') day)`;

/** Exact up to 2^53, and several times as fast as sums of bigint, for which PostgreSQL uses numeric. */
const CENTS = sql`sum(amount_cents::float8)`;
const share = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`(${part})::float8 / nullif((${whole})::float8, 0)`;

type RevenueKind = 'FILE' | 'DTC_OFF' | 'REFUND' | 'BOUGHT' | 'TAKEN_BACK';

/** Entries of these kinds by group, `entries` and `cents`, from an index of the ledger's facets alone. */
const countOf = (kind: RevenueKind) =>
  sql`coalesce(sum(entries) filter (where revenue_kind = ${sql.lit(kind)}), 0)::bigint`;
const centsOf = (...kinds: RevenueKind[]) =>
  sql`coalesce(sum(cents) filter (where revenue_kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})), 0)`;
/** Entries that take credits are negative; starting from 0 avoids a negative zero. */
const spent = (...kinds: RevenueKind[]) => sql`((0 - ${centsOf(...kinds)}) / 100)`;
const received = (...kinds: RevenueKind[]) => sql`(${centsOf(...kinds)} / 100)`;
const REVENUE = spent('FILE', 'DTC_OFF', 'REFUND');
const SALES = sql`revenue_kind in ('FILE', 'DTC_OFF', 'REFUND')`;

interface Settings {
  time_zone: string | null;
  target_minutes: number | null;
  first_month: string | null;
}

export async function readSettings(db: Database): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select time_zone, target_minutes,
           to_char(least((select min(created_at) from credit_entry_facets where revenue_kind is not null),
                         (select min(ready_mailed_at) from files where ready_mailed_at is not null))
                     at time zone coalesce(time_zone, 'UTC'), 'YYYY-MM') as first_month
      from report_settings`.execute(db);
  return rows[0] as Settings;
}

export async function listRevenueByMonth(db: Database, period: Months): Promise<RevenueMonth[]> {
  const { rows } = await sql<RevenueMonth>`
    select m.month, ${countOf('FILE')} as paid_files, ${spent('FILE')} as files_revenue,
           ${spent('DTC_OFF')} as dtc_off_revenue, ${countOf('REFUND')} as refunds, ${received('REFUND')} as refunded,
           ${share(received('REFUND'), spent('FILE'))} as refunded_share, ${REVENUE} as revenue,
           ${received('BOUGHT')} as bought, ${spent('TAKEN_BACK')} as reversed
      from ${everyMonth(period)} m
      left join lateral (
        select revenue_kind, count(*) as entries, ${CENTS} as cents from credit_entry_facets
         where revenue_kind is not null and created_at >= m.begins and created_at < m.ends
         group by revenue_kind) r on true
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
export async function listRevenueBySolution(db: Database, period: Months, maxRows: number): Promise<SolutionRow[]> {
  const { rows } = await sql<SolutionRow>`
    select r.solution_id, s.name, sum(paid)::bigint as paid_files, sum(refunded)::bigint as refunds,
           sum(cents) / 100 as revenue
      from (select solution_id, count(*) as paid, 0 as refunded, ${CENTS} as cents
              from paid_solutions where ${within('paid_at', period)} group by solution_id
            union all
            select solution_id, 0, count(*), -${CENTS}
              from paid_solutions where ${within('refunded_at', period)} group by solution_id) r
      left join solutions s on s.id = r.solution_id
     group by r.solution_id, s.name order by revenue desc, r.solution_id limit ${maxRows}`.execute(db);
  return rows;
}

/** Returns the customers with the largest revenue first, and how many there are in all. */
export async function listRevenueByCustomer(
  db: Database,
  period: Months,
  maxRows: number,
): Promise<{ customers: CustomerRevenue[]; all: number }> {
  type CustomerRow = CustomerRevenue & { all: number };
  const { rows } = await sql<CustomerRow>`${sql.raw(PLANNED_EACH_TIME)}
    select r.user_id, u.username, case when u.deleted_at is null then u.id end as open_user_id,
           r.paid_files, r.refunds, r.revenue, r.whole as "all"
      from (select a.user_id, ${countOf('FILE')} as paid_files, ${countOf('REFUND')} as refunds,
                   ${REVENUE} as revenue, count(*) over () as whole
              from (select account_id, revenue_kind, count(*) as entries, ${CENTS} as cents from credit_entry_facets
                     where ${SALES} and ${within('created_at', period)} group by account_id, revenue_kind) of_account
              join credit_accounts a on a.id = of_account.account_id
             group by a.user_id
             order by revenue desc, a.user_id limit ${maxRows}) r
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

export async function listRevenueByCountry(db: Database, period: Months, maxRows: number): Promise<CountryRevenue[]> {
  const { rows } = await sql<CountryRevenue>`${sql.raw(PLANNED_EACH_TIME)}
    select country, ${countOf('FILE')} as paid_files, ${countOf('REFUND')} as refunds, ${REVENUE} as revenue
      from (select country, revenue_kind, count(*) as entries, ${CENTS} as cents from credit_entry_facets
             where ${SALES} and ${within('created_at', period)} group by country, revenue_kind) of_country
     group by country order by revenue desc, country limit ${maxRows}`.execute(db);
  return rows;
}

/** Counts files by minutes first: the smallest number of minutes that this share of them did not exceed. */
export async function listPricedByMonth(db: Database, period: Months): Promise<PricedMonth[]> {
  const { rows } = await sql<PricedMonth>`
    with counted as (
      select m.month, f.*
        from ${everyMonth(period)} m
       cross join lateral (
         select ready_minutes as minutes, count(*) as files, count(paid_at) as paid, count(ready_on_time) as with_target,
                count(*) filter (where ready_on_time) as on_time
           from files
          where ready_mailed_at >= m.begins and ready_mailed_at < m.ends and ready_minutes is not null
          group by ready_minutes) f),
    placed as (
      select *, sum(files) over (partition by month order by minutes) as so_far, sum(files) over (partition by month) as whole
        from counted)
    select m.month, coalesce(sum(files), 0)::bigint as priced_files,
           min(minutes) filter (where so_far >= whole * 0.5) as median_minutes,
           min(minutes) filter (where so_far >= whole * 0.8) as most_minutes,
           coalesce(sum(with_target), 0)::bigint as with_target, coalesce(sum(on_time), 0)::bigint as on_time,
           ${share(sql`sum(on_time)`, sql`sum(with_target)`)} as on_time_share, coalesce(sum(paid), 0)::bigint as paid,
           ${share(sql`sum(paid)`, sql`sum(files)`)} as paid_share
      from ${everyMonth(period)} m left join placed on placed.month = m.month
     group by m.month order by m.month`.execute(db);
  return rows;
}

type UsesOfMonth = Omit<DtcOffMonth, 'revenue'>;

/** Reads each month as one range of an index. */
export async function listDtcOffByMonth(db: Database, period: Months): Promise<UsesOfMonth[]> {
  const uses = (kind: string) => sql`coalesce(sum(u.uses) filter (where u.kind = ${kind}), 0)::bigint`;
  const { rows } = await sql<UsesOfMonth>`
    select m.month, ${uses('UPLOADED')} as uploads, ${uses('PAID')} as paid, ${uses('FREE')} as free,
           ${uses('GENERATED')} as generated
      from ${everyMonth(period)} m
      left join lateral (
        select kind, count(*) as uses from dtc_off_uses
         where used_at >= m.begins and used_at < m.ends group by kind) u on true
     group by m.month order by m.month`.execute(db);
  return rows;
}
