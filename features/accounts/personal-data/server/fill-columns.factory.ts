import { sql, type RawBuilder } from 'kysely';
import type { TestApp } from '../../../../server/testing/app.ts';

interface Column {
  table: string;
  column: string;
  type: string;
  is_nullable: boolean;
  /** The table that a foreign key of this column references. */
  references: string | null;
  /** The definitions of the checks that name it. */
  checks: string;
}

/** Tries each of these columns until it holds something; a column may only be possible together with another one. */
const PASSES = 3;

async function listColumns({ ownerDb }: TestApp, tables: readonly string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as type, c.is_nullable = 'YES' as is_nullable,
           (select r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid
             where f.contype = 'f' and f.conrelid = c.table_name::regclass and f.conkey = array[c.ordinal_position::int2] limit 1) as references,
           (select coalesce(string_agg(pg_get_constraintdef(k.oid), ' '), '') from pg_constraint k
             where k.contype = 'c' and k.conrelid = c.table_name::regclass and c.ordinal_position::int2 = any (k.conkey)) as checks
      from information_schema.columns c
     where c.table_schema = current_schema() and c.table_name = any (${tables}::text[])
     order by c.table_name, c.ordinal_position`.execute(ownerDb);
  return rows;
}

/** The values that a column of this type may take, the name first. */
function candidates({ type, references, checks }: Column, { mark, staffId }: Filling): RawBuilder<unknown>[] {
  if (references === 'users') return [sql`${staffId}::bigint`];
  if (references !== null) return [sql`(select min(id) from ${sql.table(references)})`];
  const values: Record<string, RawBuilder<unknown>[]> = {
    text: [mark, ...wordsIn(checks)].map((text) => sql`${text}::text`),
    jsonb: [sql`to_jsonb(${mark}::text)`],
    _text: [sql`array[${mark}::text]`],
    bytea: [sql`convert_to(${mark}, 'UTF8')`],
    timestamptz: [sql`now()`],
    int8: [sql`1::bigint`],
    int4: [sql`1::int`],
    bool: [sql`true`],
  };
  return values[type] ?? [];
}

/** The words that a check lists, and two that fit the patterns of addresses and languages. */
const wordsIn = (checks: string) => [
  ...Array.from(checks.matchAll(/'(\w+)'::text/g), ([, word = '']) => word),
  ...(checks.includes('~') ? ['/x', 'de'] : []),
];

interface Filling {
  mark: string;
  staffId: number;
  /** Columns that are left as they are. */
  except: (column: string) => boolean;
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`;

/**
 * Fills every empty column of these tables, and every text that can be any text with the name. Returns the columns that
 * are still empty in every row.
 */
export async function fillColumns(app: TestApp, tables: readonly string[], filling: Filling): Promise<string[]> {
  const columns = (await listColumns(app, tables)).filter((one) => !filling.except(nameOf(one)));
  for (const { table, column } of columns.filter(({ is_nullable, type }) => !is_nullable && type === 'text'))
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${filling.mark}`
      .execute(app.ownerDb)
      .catch(() => null);
  let empty = columns.filter(({ is_nullable }) => is_nullable);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const column of empty) await fillOne(app, column, empty, filling);
    const filled = await Promise.all(empty.map((column) => isFilled(app, column)));
    empty = empty.filter((_, at) => filled[at] !== true);
  }
  return empty.map(nameOf);
}

async function fillOne(app: TestApp, column: Column, empty: Column[], filling: Filling): Promise<void> {
  const partners = empty.filter(({ table }) => table === column.table);
  for (const value of candidates(column, filling)) {
    if (await attempt(app, column, [[column, value]])) return;
    for (const partner of partners)
      for (const other of candidates(partner, filling)) {
        const both: [Column, RawBuilder<unknown>][] = [
          [column, value],
          [partner, other],
        ];
        if (partner !== column && (await attempt(app, column, both))) return;
      }
  }
}

/** Sets the columns in each row in which the first of them is empty, as far as the database allows it. */
async function attempt({ ownerDb }: TestApp, { table, column }: Column, values: [Column, RawBuilder<unknown>][]) {
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from ${sql.table(table)} where ${sql.ref(column)} is null`.execute(ownerDb);
  const set = sql.join(values.map(([one, value]) => sql`${sql.ref(one.column)} = ${value}`));
  let changed = 0;
  for (const { place } of rows)
    changed += await sql`update ${sql.table(table)} set ${set} where ctid = ${place}::tid`
      .execute(ownerDb)
      .then(({ numAffectedRows = 0n }) => Number(numAffectedRows))
      .catch(() => 0);
  return changed > 0;
}

async function isFilled({ ownerDb }: TestApp, { table, column }: Column): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(
    ownerDb,
  );
  return rows.length > 0;
}

/** Returns the tables, of these, that have no row. */
export async function listEmptyTables({ ownerDb }: TestApp, tables: readonly string[]): Promise<string[]> {
  const empty: string[] = [];
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(ownerDb);
    if (rows.length === 0) empty.push(table);
  }
  return empty;
}

/** Returns the columns in which the text appears anywhere, as `table.column`; bytes are read as text. */
export async function listColumnsWith(app: TestApp, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(app.ownerDb);
  const columns = await listColumns(
    app,
    tables.map(({ name }) => name),
  );
  const found: string[] = [];
  for (const one of columns) {
    const value =
      one.type === 'bytea' ? sql`encode(${sql.ref(one.column)}, 'escape')` : sql`${sql.ref(one.column)}::text`;
    const { rows } = await sql`
      select 1 from ${sql.table(one.table)} where strpos(lower(${value}), lower(${text})) > 0 limit 1`.execute(
      app.ownerDb,
    );
    if (rows.length > 0) found.push(nameOf(one));
  }
  return found;
}
