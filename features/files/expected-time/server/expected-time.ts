import { type RawBuilder, sql } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { getFile } from '../../server/files.ts';
import { isWaitingForOffer } from '../../files.rules.ts';
import { type ExpectedTime, MIN_ORDERS, readSolutionIds } from '../expected-time.calls.ts';
import { type Database, PLANNED_EACH_TIME } from '../../../../server/database/connect.ts';
import type { ShopHours } from '../../../shop/server/shop-hours.ts';

const UNKNOWN: ExpectedTime = { usually: null, mostly: null, orders: 0 };

/** Returns the expected time of an order that is sent now. */
export function getExpectedTime({ db, clock, config }: Deps, solutions: string | undefined): Promise<ExpectedTime> {
  const solutionIds = readSolutionIds(solutions ?? '');
  const now = clock.now();
  return findExpectedTime(db, config.shopHours, now, { from: now, solutionIds, fileId: null });
}

export async function getExpectedTimeOfFile(deps: Deps, actor: Actor, id: number): Promise<ExpectedTime> {
  const { db, clock, config } = deps;
  const { file } = await getFile(db, actor, id);
  if (!isWaitingForOffer(file)) return UNKNOWN;
  return findExpectedTime(db, config.shopHours, clock.now(), {
    from: new Date(file.created_at),
    solutionIds: file.solution_ids,
    fileId: id,
  });
}

interface Order {
  /** When the order was sent, or would be sent. */
  from: Date;
  solutionIds: readonly number[];
  /** Files with a smaller id are ahead of it; null: it comes last. */
  fileId: number | null;
}

interface FoundTime {
  usually: string | null;
  mostly: string | null;
  orders: number;
}

/** The newest orders are enough, and the limit bounds the cost of the query. */
const MAX_ORDERS = 1000;
const DAYS_BACK = 90;
/** A result further ahead counts as no result. */
const DAYS_AHEAD = 60;

/** Opening minutes from the beginning of `openings` until this moment. */
const openUntil = (moment: RawBuilder<unknown>) => sql`(
  select o.before + least(extract(epoch from ${moment} - o.opens) / 60, o.minutes)
    from openings o where o.opens <= ${moment} order by o.opens desc limit 1)`;

/** The moment by which the shop has been open for this many minutes; never before the order is sent at `from`. */
const selectMoment = (minutes: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`(
  select o.opens + (${minutes} - o.before) * interval '1 minute'
    from openings o
   where o.before + o.minutes >= ${minutes} and o.opens + o.minutes * interval '1 minute' > ${from}
   order by o.opens limit 1)`;

/** Every period in which the shop was or will be open, with the opening minutes before it. */
const openings = ({ timeZone, openings: hours, holidays }: ShopHours, now: Date) => sql`
  select opens, minutes, coalesce(sum(minutes) over (order by opens rows between unbounded preceding and 1 preceding), 0) as before
    from (
      select o.opens, greatest(0, extract(epoch from o.closes - o.opens) / 60) as minutes
        from generate_series((${now}::timestamptz at time zone ${timeZone})::date::timestamp - ${DAYS_BACK * 2} * interval '1 day',
                             (${now}::timestamptz at time zone ${timeZone})::date::timestamp + ${DAYS_AHEAD} * interval '1 day', '1 day') as d(at)
        join jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h(day integer, opens integer, closes integer)
          on h.day = extract(isodow from d.at)
       cross join lateral (
         select (d.at + make_interval(mins => h.opens)) at time zone ${timeZone} as opens,
                (d.at + make_interval(mins => h.closes)) at time zone ${timeZone} as closes) o
       where to_char(d.at, 'YYYY-MM-DD') <> all(${[...holidays]}::text[]) and to_char(d.at, 'MM-DD') <> all(${[...holidays]}::text[])
    ) days`;

/**
 * Returns the median and the 80th percentile of the opening minutes that orders took, from the narrowest group with
 * enough of them: the same solutions at about the same hour, the same solutions, or any. When more files wait now than
 * waited on average, the time grows by what those took together, spread over the opening minutes.
 */
export async function findExpectedTime(db: Database, hours: ShopHours, now: Date, order: Order): Promise<FoundTime> {
  const { from, solutionIds, fileId } = order;
  const hourOf = (moment: RawBuilder<unknown>) => sql`extract(hour from ${moment} at time zone ${hours.timeZone})`;
  const fromAt = sql`${from}::timestamptz`;
  const { rows } = await sql<FoundTime>`${sql.raw(PLANNED_EACH_TIME)}
    with openings as materialized (${openings(hours, now)}),
    newest as materialized (
      select created_at, ready_mailed_at, solution_ids @> ${[...solutionIds]}::bigint[] as is_alike,
             abs(${hourOf(sql`created_at`)} - ${hourOf(fromAt)}) in (0, 1, 23) as is_same_hour
        from files
       where ready_mailed_at > ${now}::timestamptz - ${DAYS_BACK} * interval '1 day' and deleted_at is null
       order by ready_mailed_at desc limit ${MAX_ORDERS}),
    taken as materialized (
      select is_alike, is_same_hour, created_at,
             ${openUntil(sql`ready_mailed_at`)} - ${openUntil(sql`created_at`)} as minutes
        from newest),
    kinds as (
      select kind, count(*)::integer as orders, percentile_cont(array[0.5, 0.8]) within group (order by minutes) as shares
        from taken cross join lateral (values (1, is_alike and is_same_hour), (2, is_alike), (3, true)) as one(kind, counts)
       where counts and minutes is not null group by kind having count(*) >= ${MIN_ORDERS}),
    chosen as (select orders, shares from kinds order by kind limit 1),
    queue as (
      select (select count(*) from files
               where status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null
                 and deleted_at is null and (${fileId}::bigint is null or id < ${fileId}::bigint)) as waiting,
             (select sum(minutes) / nullif(${openUntil(sql`${now}::timestamptz`)} - ${openUntil(sql`min(created_at)`)}, 0)
                from taken) as usual),
    begun as (select ${openUntil(fromAt)} as at, greatest(1, (waiting + 1) / (coalesce(usual, 0) + 1)) as longer from queue)
    select ${selectMoment(sql`begun.at + shares[1]::numeric * longer`, fromAt)} as usually,
           ${selectMoment(sql`begun.at + shares[2]::numeric * longer`, fromAt)} as mostly, orders
      from chosen, begun`.execute(db);
  return rows[0] ?? { usually: null, mostly: null, orders: 0 };
}
