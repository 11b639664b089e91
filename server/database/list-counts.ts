import { sql, type Expression } from 'kysely';
import type { Totals } from '../../portal/pages.schemas.ts';
import { PLANNED_EACH_TIME, type Database } from './connect.ts';

/** The lists whose rows are counted, with what each is filtered by, in the order of the migrations. */
const FACETS = {
  files: ['status', 'price_status'],
} as const;

export type CountedList = keyof typeof FACETS;

export interface ListCounts {
  /** Every row of the list. */
  all: number;
  /** How many rows have which value: `counts.status.PENDING`. */
  counts: Record<string, Record<string, number>>;
  /** The rows that pass these filters; a filter without a value does not narrow. */
  passing: (filters: Readonly<Record<string, string | undefined>>) => number;
}

/** Exact, and independent of the length of the list. */
export async function readListCounts(db: Database, list: CountedList): Promise<ListCounts> {
  const names: readonly string[] = FACETS[list];
  const groups = await db
    .selectFrom('list_counts')
    .select((eb) => ['facets', eb.fn.sum<string>('row_count').as('row_count')])
    .where('list', '=', list)
    .groupBy('facets')
    .execute();
  const rows = groups.map(({ facets, row_count }) => ({ facets, count: Number(row_count) }));
  const counts: ListCounts['counts'] = Object.fromEntries(names.map((name) => [name, {}]));
  for (const { facets, count } of rows) {
    for (const [at, name] of names.entries()) {
      const values = counts[name] as Record<string, number>;
      values[facets[at] as string] = (values[facets[at] as string] ?? 0) + count;
    }
  }
  const passing: ListCounts['passing'] = (filters) =>
    rows
      .filter(({ facets }) => names.every((name, at) => filters[name] === undefined || filters[name] === facets[at]))
      .reduce((sum, { count }) => sum + count, 0);
  return { all: passing({}), counts, passing };
}

/** Puts many counted changes into one row each; the sums stay what they are. */
export async function gatherListCounts(db: Database): Promise<void> {
  await sql`
    with taken as (delete from list_counts returning list, facets, row_count)
    insert into list_counts (list, facets, row_count)
    select list, facets, sum(row_count) from taken group by list, facets having sum(row_count) <> 0`.execute(db);
}

/** A search is counted up to this many rows: what is more is "more than 10 000". */
const COUNTED_AT_MOST = 10_000;

interface Counted {
  list: CountedList;
  filters: Readonly<Record<string, string | undefined>>;
  /** The rows that a search finds; null without a search. */
  found: Expression<unknown> | null;
}

/** What a screen says about its list. The time is that of the database, as its rows have it. */
export async function readListTotals(db: Database, { list, filters, found }: Counted): Promise<Totals> {
  const { as_of } = await db
    .selectNoFrom(sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('as_of'))
    .executeTakeFirstOrThrow();
  const { all, counts, passing } = await readListCounts(db, list);
  if (found === null) return { all, matching: passing(filters), is_exact: true, counts, as_of };
  const matching = await countUpTo(db, found);
  return { all, matching: Math.min(matching, COUNTED_AT_MOST), is_exact: matching <= COUNTED_AT_MOST, counts, as_of };
}

async function countUpTo(db: Database, found: Expression<unknown>): Promise<number> {
  const query = sql<{ matching: number }>`
    select ${sql.raw(PLANNED_EACH_TIME)} count(*) as matching
      from (select 1 from (${found}) rows limit ${COUNTED_AT_MOST + 1}) found`;
  const { rows } = await query.execute(db);
  return rows[0]?.matching ?? 0;
}
