import { sql, type RawBuilder } from 'kysely';
import type { Database } from './connect.ts';

/** Rows are counted up to this many, which takes a millisecond at any length; all of them only on request. */
export const MAX_COUNTED = 10_000;

export interface CountedList {
  table: 'files' | 'users' | 'tickets';
  /** The columns that the list is filtered by, each with all of its values; every value has its index. */
  facets: Readonly<Record<string, readonly string[]>>;
  /** Narrows what is counted, such as to the files of one customer. */
  within?: RawBuilder<boolean>;
}

export interface ListCounts {
  /** Every row of the list. */
  all: number;
  /** Number of rows with each value, such as `counts.status.PENDING`. */
  counts: Record<string, Record<string, number>>;
  /** The numbers of which there are more: `all`, or such as `status.PENDING`. */
  capped: string[];
}

/** Rows with one value of each column. */
type Group = Readonly<Record<string, string>>;

/** Counts the rows of a list by its facets, each combination of values up to `max`; null counts all of them. */
export async function countRows(
  db: Database,
  { table, facets, within = sql`true` }: CountedList,
  max: number | null = MAX_COUNTED,
): Promise<ListCounts> {
  const groups = listGroups(facets);
  const limit = max === null ? sql`` : sql`limit ${sql.lit(max + 1)}`;
  const countOne = (group: Group) => {
    const values = Object.entries(group).map(([column, value]) => sql`${sql.ref(column)} = ${sql.lit(value)}`);
    return sql`(select count(*)::integer from (
      select from ${sql.table(table)}
       where ${sql.join(values, sql` and `)} and deleted_at is null and ${within} ${limit}) found)`;
  };
  const query = sql<{ numbers: number[] }>`select array[${sql.join(groups.map(countOne))}] as numbers`;
  const numbers = (await query.execute(db)).rows[0]?.numbers ?? [];
  return addUp(facets, { groups, numbers, max });
}

/** Lists every combination of values. */
const listGroups = (facets: CountedList['facets']): Group[] =>
  Object.entries(facets).reduce<Group[]>(
    (groups, [column, values]) => groups.flatMap((group) => values.map((value) => ({ ...group, [column]: value }))),
    [{}],
  );

interface Counted {
  groups: readonly Group[];
  numbers: readonly number[];
  max: number | null;
}

function addUp(facets: CountedList['facets'], { groups, numbers, max }: Counted): ListCounts {
  const capped: string[] = [];
  /** A sum is exact while each of its numbers is. */
  const sum = (name: string, isIn: (group: Group) => boolean) => {
    const parts = numbers.filter((_, at) => isIn(groups[at] ?? {}));
    if (max === null || parts.every((part) => part <= max)) return parts.reduce((all, part) => all + part, 0);
    capped.push(name);
    return max;
  };
  const all = sum('all', () => true);
  const counts: ListCounts['counts'] = {};
  for (const [column, values] of Object.entries(facets)) {
    const counted = values.map(
      (value) => [value, sum(`${column}.${value}`, (group) => group[column] === value)] as const,
    );
    counts[column] = Object.fromEntries(counted.filter(([, count]) => count > 0));
  }
  return { all, counts, capped };
}
