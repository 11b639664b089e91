import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Database } from './connect.ts';

/** Large enough that asking costs little, small enough to be made unnoticed. */
const PAGE_ROWS = 1000;

/** PostgreSQL writes that many pages at once, each on a connection and a core of its own; so many are in memory. */
const PAGES_AT_ONCE = 2;

/** The rows whose ids are below one and not below the other, the highest first. */
export interface Stretch {
  below: number;
  from: number;
  /** Null: all of them. */
  limit: RawBuilder<number | null>;
}

/** A list of any length, as it is sent whole. */
export interface WholeList<Row = unknown> {
  db: Database;
  rowsOf: (stretch: Stretch) => Expression<Row>;
  /** Which of the columns are times. */
  times: readonly (keyof Row & string)[];
}

/**
 * The rows as JSON, a line each, newest first, a page at a time: each page is a query of its own over a stretch of ids.
 * A cursor would hold a connection and a snapshot for as long as a slow line takes to read it.
 * What is there all the time is listed exactly once; every row is as it was when its page was read.
 *
 * PostgreSQL writes the JSON: making objects of the rows and text of the objects takes three times as much of the
 * server's processor. It has `columns` and no others, whatever the query selects.
 */
export async function* readJsonPages(list: WholeList, columns: readonly string[]): AsyncGenerator<string, void> {
  const pages: Promise<string | null>[] = [];
  for await (const stretch of findStretches(list)) {
    const page = readPage(list, stretch, columns);
    // A reader who leaves does not wait for it.
    page.catch(() => undefined);
    pages.push(page);
    if (pages.length === PAGES_AT_ONCE) yield* linesOf(pages.shift());
  }
  for (const page of pages) yield* linesOf(page);
}

async function* linesOf(page: Promise<string | null> | undefined) {
  const lines = await page;
  if (typeof lines === 'string') yield lines;
}

/** The stretches of the list that have a page of rows each now, from the highest id to the lowest. */
async function* findStretches({ db, rowsOf }: WholeList): AsyncGenerator<Stretch, void> {
  const limit = sql.lit(null);
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const next = rowsOf({ below, from: 0, limit: sql.lit(PAGE_ROWS) });
    const { rows } = await sql<{ lowest: number; rows: number }>`
      select min(id) as lowest, count(*) as rows from (${next}) listed`.execute(db);
    const { lowest, rows: found } = rows[0] as { lowest: number; rows: number };
    if (found < PAGE_ROWS) return yield { below, from: 0, limit };
    yield { below, from: lowest, limit };
    below = lowest;
  }
}

/** Null: nothing is left there. */
async function readPage({ db, rowsOf, times }: WholeList, stretch: Stretch, columns: readonly string[]) {
  const values = sql.join(columns.map((name) => (isOneOf(times, name) ? timeOf(name) : sql.ref(`listed.${name}`))));
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(row_to_json(line)::text, E',\n' order by line.id desc) as lines
      from (select ${values} from (${rowsOf(stretch)}) listed) line`.execute(db);
  return (rows[0] as { lines: string | null }).lines;
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

/** As `Date` writes it. */
const timeOf = (name: string) =>
  sql`to_char(${sql.ref(`listed.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.id(name)}`;
