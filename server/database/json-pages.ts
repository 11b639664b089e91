import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Database } from './connect.ts';

/** Large enough that the overhead of a query is small, small enough that its work goes unnoticed. */
const PAGE_ROWS = 1000;

/** Number of pages that PostgreSQL writes at once, each on its own connection and core; all of them are in memory. */
const PAGES_AT_ONCE = 2;

/** The rows with ids below `below` and not below `from`, highest first. */
export interface Stretch {
  below: number;
  from: number;
  /** Null: all rows. */
  limit: RawBuilder<number | null>;
}

/** A list of any length that is sent as a whole. */
export interface WholeList<Row = unknown> {
  db: Database;
  selectRows: (stretch: Stretch) => Expression<Row>;
  /** The columns that hold times. */
  times: readonly (keyof Row & string)[];
}

/**
 * Yields the rows as JSON, one per line, newest first, a page at a time: each page is a query of its own over a stretch
 * of ids. A cursor would hold a connection and a snapshot for as long as a slow client takes to read it. A row that
 * exists throughout is listed exactly once; every row is as it was when its page was read.
 *
 * PostgreSQL writes the JSON: turning rows into objects and objects into text takes three times as much of the server's
 * processor. It contains `columns` and no others, whatever the query selects.
 *
 * Ids are nearly without gaps, so a stretch spans as many ids as a page has rows; when one is empty, the next row is
 * looked up.
 */
export async function* readJsonPages(list: WholeList, columns: readonly string[]): AsyncGenerator<string, void> {
  const pages: Page[] = [];
  let below = await findEnd(list, Number.MAX_SAFE_INTEGER);
  while (below > 0 || pages.length > 0) {
    while (below > 0 && pages.length < PAGES_AT_ONCE) {
      const from = Math.max(0, below - PAGE_ROWS);
      pages.push(openPage(list, { below, from }, columns));
      below = from;
    }
    const { from, lines } = pages.shift() as Page;
    const text = await lines;
    if (text !== null) yield text;
    else if (below > 0) below = Math.min(below, await findEnd(list, from));
  }
}

interface Page {
  from: number;
  lines: Promise<string | null>;
}

function openPage(list: WholeList, { below, from }: Omit<Stretch, 'limit'>, columns: readonly string[]): Page {
  const lines = readPage(list, { below, from, limit: sql.lit(null) }, columns);
  // A reader who leaves does not await this page, so its failure must not be unhandled.
  lines.catch(() => undefined);
  return { from, lines };
}

/** Returns one more than the highest id below `below`; 0 when there is none. */
async function findEnd({ db, selectRows }: WholeList, below: number): Promise<number> {
  const highest = selectRows({ below, from: 0, limit: sql.lit(1) });
  const { rows } = await sql<{ end: number }>`
    select coalesce(max(id) + 1, 0) as end from (${highest}) listed`.execute(db);
  return (rows[0] as { end: number }).end;
}

/** Returns null when the stretch has no rows. */
async function readPage({ db, selectRows, times }: WholeList, stretch: Stretch, columns: readonly string[]) {
  const values = sql.join(columns.map((name) => (isListed(times, name) ? timeOf(name) : sql.ref(`listed.${name}`))));
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(row_to_json(line)::text, E',\n' order by line.id desc) as lines
      from (select ${values} from (${selectRows(stretch)}) listed) line`.execute(db);
  return (rows[0] as { lines: string | null }).lines;
}

const isListed = (names: readonly string[], name: string) => names.includes(name);

/** Formats a time the way `Date` does. */
const timeOf = (name: string) =>
  sql`to_char(${sql.ref(`listed.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.id(name)}`;
