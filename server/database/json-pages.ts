import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Database } from './connect.ts';

/** Large enough that asking costs little, small enough to be made unnoticed. */
const PAGE_ROWS = 1000;

/** A list of any length, as it is sent whole. */
export interface WholeList<Row = unknown> {
  db: Database;
  /** The rows below an id, the highest first. */
  rowsBelow: (id: number, limit: RawBuilder<number>) => Expression<Row>;
  /** Which of the columns are times. */
  times: readonly (keyof Row & string)[];
}

interface Page {
  lines: string | null;
  rows: number;
  last: number;
}

/**
 * The rows as JSON, a line each, newest first, a page at a time: each page is a query of its own that begins below the last
 * id of the one before. A cursor would hold a connection and a snapshot for as long as a slow line takes to read it.
 * What is there all the time is listed exactly once; every row is as it was when its page was read.
 *
 * PostgreSQL writes the JSON: making objects of the rows and text of the objects takes three times as much of the
 * server's processor. It has `columns` and no others, whatever the query selects.
 */
export async function* readJsonPages(
  { db, rowsBelow, times }: WholeList,
  columns: readonly string[],
): AsyncGenerator<string, void> {
  const values = sql.join(columns.map((name) => (isOneOf(times, name) ? timeOf(name) : sql.ref(`listed.${name}`))));
  const readBelow = async (below: number): Promise<Page> => {
    const { rows } = await sql<Page>`select string_agg(row_to_json(line)::text, E',\n' order by line.id desc) as lines,
             count(*) as rows, min(line.id) as last
        from (select ${values} from (${rowsBelow(below, sql.lit(PAGE_ROWS))}) listed) line`.execute(db);
    return rows[0] as Page;
  };
  let next: Promise<Page> | null = readBelow(Number.MAX_SAFE_INTEGER);
  while (next !== null) {
    const { lines, rows, last }: Page = await next;
    // PostgreSQL writes the next page while this one is sent.
    next = rows < PAGE_ROWS ? null : readBelow(last);
    // A reader who leaves does not wait for it.
    next?.catch(() => undefined);
    if (lines !== null) yield lines;
  }
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

/** As `Date` writes it. */
const timeOf = (name: string) =>
  sql`to_char(${sql.ref(`listed.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.id(name)}`;
