import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** Lists whose rows are counted, with the columns each is filtered by, in the order that the migrations use. */
const FACETS = {
  files: ['status', 'price_status'],
  users: ['role', 'status'],
  tickets: ['status'],
} as const;

export type CountedList = keyof typeof FACETS;

export interface ListCounts {
  /** Every row of the list. */
  all: number;
  /** Number of rows with each value, such as `counts.status.PENDING`. */
  counts: Record<string, Record<string, number>>;
  /** Returns how many rows pass these filters; a filter without a value does not narrow. */
  passing: (filters: Readonly<Record<string, string | undefined>>) => number;
}

/** Reads the counts of a list, which are exact; the time this takes does not depend on the length of the list. */
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

/** Merges the rows of many counted changes into one row each; the sums stay the same. */
export async function gatherListCounts(db: Database): Promise<void> {
  await sql`
    with taken as (delete from list_counts returning list, facets, row_count)
    insert into list_counts (list, facets, row_count)
    select list, facets, sum(row_count) from taken group by list, facets having sum(row_count) <> 0`.execute(db);
}

/** A count that differed from the rows, and by how many. */
export interface CountFault {
  name: string;
  missing: number;
}

/** Corrects every count to that of the rows. One statement, so that both are from the same moment. */
export async function correctListCounts(db: Database): Promise<CountFault[]> {
  const counted = Object.entries(FACETS).map(
    ([list, facets]) => sql`
      select ${list}::text as list, array[${sql.join(facets.map((name) => sql.ref(name)))}] as facets, count(*) as n
        from ${sql.table(list)} where deleted_at is null group by 2`,
  );
  const { rows } = await sql<CountFault>`
    with differing as (
      select list, facets, sum(n)::bigint as missing
        from (${sql.join(counted, sql` union all `)}
              union all
              select list, facets, -sum(row_count) from list_counts group by 1, 2) both_sides
       group by 1, 2 having sum(n) <> 0
    )
    insert into list_counts (list, facets, row_count)
    select list, facets, missing from differing
    returning list || ': ' || array_to_string(facets, ', ') as name, row_count as missing`.execute(db);
  return rows;
}
