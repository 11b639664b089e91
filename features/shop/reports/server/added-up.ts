import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { CountFault } from '../../../../server/database/count-fault.ts';

/** A table of monthly sums that triggers write (0100-reports.sql), and a query of the same sums from the rows. */
interface AddedUp {
  table: string;
  keys: readonly string[];
  sums: readonly string[];
  expected: RawBuilder<unknown>;
  /** Of the keys, only these can be recomputed; a month in which they are right is left as it is. */
  provable?: readonly string[];
}

const monthOf = (column: string) =>
  sql`date_trunc('month', ${sql.ref(column)} at time zone (select time_zone from report_settings))::date`;

const REVENUE = ['files', 'files_cents', 'dtc_off_cents', 'refunds', 'refunds_cents', 'bought_cents', 'reversed_cents'];

/** The queries leave out what is no sale, which is what administrators have put on balances. */
const ENTRIES = sql`
  credit_entry_facets f
    join credit_entries e on e.id = f.entry_id
    join credit_journals j on j.id = e.journal_id
    join credit_accounts a on a.id = f.account_id`;

const ADDED_UP: readonly AddedUp[] = [
  {
    table: 'customer_revenue',
    keys: ['month', 'user_id'],
    sums: REVENUE,
    expected: sql`
      select ${monthOf('f.created_at')} as month, a.user_id, r.*
        from ${ENTRIES} cross join lateral revenue_of(j.source, j.key, j.is_test, e.amount_cents) r
       where f.source <> 'Admin'`,
  },
  {
    table: 'country_revenue',
    keys: ['month', 'country'],
    sums: REVENUE,
    // Entries from before the country was recorded get today's country, which may differ from what was counted.
    provable: ['month'],
    expected: sql`
      select ${monthOf('f.created_at')} as month, coalesce(f.country, u.country) as country, r.*
        from ${ENTRIES} join users u on u.id = a.user_id
       cross join lateral revenue_of(j.source, j.key, j.is_test, e.amount_cents) r
       where f.source <> 'Admin'`,
  },
  {
    table: 'solution_revenue',
    keys: ['month', 'solution_id'],
    sums: ['files', 'refunds', 'amount_cents'],
    expected: sql`
      select ${monthOf('j.created_at')} as month, p.solution_id, (j.source = 'Upload')::integer as files,
             (j.source = 'Refund')::integer as refunds,
             case j.source when 'Upload' then p.amount_cents else -p.amount_cents end as amount_cents
        from credit_journals j join paid_solutions p on p.file_id = j.file_id where j.source in ('Upload', 'Refund')`,
  },
  {
    table: 'priced_file_counts',
    keys: ['month', 'minutes', 'is_on_time'],
    sums: ['files', 'paid'],
    expected: sql`
      select ${monthOf('ready_at')} as month, minutes_step(minutes) as minutes, is_on_time, 1 as files,
             (paid_at is not null)::integer as paid
        from priced_files`,
  },
];

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const summed = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`));
const differs = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  );

/** Merges the many changes of a month into one row per key; the sums stay the same. */
export async function gatherReports(db: Database): Promise<void> {
  for (const { table, keys, sums } of ADDED_UP) {
    const isSame = keys.map((key) => sql`t.${sql.ref(key)} is not distinct from s.${sql.ref(key)}`);
    await sql`
      with several as (select ${list(keys)} from ${sql.table(table)} group by ${list(keys)} having count(*) > 1),
           taken as (delete from ${sql.table(table)} t using several s
                      where t.month = s.month and ${sql.join(isSame, sql` and `)} returning t.*)
      insert into ${sql.table(table)} (${list([...keys, ...sums])})
      select ${list(keys)}, ${summed(sums)} from taken group by ${list(keys)}`.execute(db);
  }
}

/**
 * Corrects every sum from the rows; returns those that were wrong. One statement each, so that both are of one moment.
 */
export async function correctReports(db: Database): Promise<CountFault[]> {
  const faults: CountFault[] = [];
  for (const one of ADDED_UP) faults.push(...(await correct(db, one)));
  return faults;
}

async function correct(db: Database, { table, keys, sums, expected, provable }: AddedUp): Promise<CountFault[]> {
  const negative = sql.join(sums.map((name) => sql`-${sql.ref(name)}`));
  const suspect =
    provable &&
    sql`where (${list(provable)}) in (
          select ${list(provable)} from both_sides group by ${list(provable)} having ${differs(sums)})`;
  const { rows } = await sql<CountFault>`
    with both_sides as materialized (
      select ${list([...keys, ...sums])} from (${expected}) counted
      union all
      select ${list(keys)}, ${negative} from ${sql.table(table)}),
    differing as (
      select ${list(keys)}, ${summed(sums)} from both_sides ${suspect ?? sql``}
       group by ${list(keys)} having ${differs(sums)})
    insert into ${sql.table(table)} (${list([...keys, ...sums])})
    select ${list([...keys, ...sums])} from differing
    returning concat_ws(' ', ${sql.join([sql`${`report ${table}:`}::text`, list(keys)])}) as name, files as missing`.execute(
    db,
  );
  return rows;
}
