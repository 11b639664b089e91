import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listMigrations } from '../database/migrate.ts';
import { type Tally, tallyBytes } from './tally.ts';

export interface Table {
  name: string;
  /** Columns, except those that PostgreSQL computes. */
  columns: string[];
  /** SQL to sort by, so that two copies of the same rows are the same text. */
  sortedBy: string;
  identity: { column: string; sequence: string } | null;
}

const MIGRATIONS = new URL('../database/migrations/', import.meta.url);

/** Table that `migrate` makes by itself. */
const BOOKKEEPING = 'migrations';

/**
 * Lists what the migrations make, according to their own text: a shared database may also contain tables of other
 * programs, which are none of our business.
 */
export async function listCreated(kind: 'table' | 'function'): Promise<string[]> {
  const pattern = new RegExp(`^\\s*create (?:or replace |unlogged )?${kind} (?:if not exists )?"?(\\w+)`, 'gim');
  const names = new Set(kind === 'table' ? [BOOKKEEPING] : []);
  for (const file of await listMigrations()) {
    for (const match of (await readMigration(file)).matchAll(pattern)) names.add(match[1] ?? '');
  }
  return [...names].sort();
}

export const readMigration = (name: string): Promise<string> => readFile(new URL(name, MIGRATIONS), 'utf8');

const DESCRIPTION = `
  select c.relname as name,
         array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
         min(quote_ident(a.attname)) filter (where a.attidentity <> '') as "identityColumn",
         min(pg_get_serial_sequence(quote_ident(c.relname), a.attname)) filter (where a.attidentity <> '') as sequence,
         (select string_agg(quote_ident(k.attname) || case when k.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by k.attnum)
            from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
           where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind = 'r' and c.relpersistence = 'p' and c.relname = any ($1::text[])
   group by c.oid, c.relname
   order by c.relname collate "C"`;

type Described = {
  name: string;
  columns: string[];
  identityColumn: string | null;
  sequence: string | null;
  key: string | null;
};

/** Describes our tables as they are in this database now, except those whose rows are of no use a minute later. */
export async function describeTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Described>(DESCRIPTION, [await listCreated('table')]);
  return rows.map(({ name, columns, identityColumn, sequence, key }) => ({
    name,
    columns,
    sortedBy: key ?? `${quoteIdentifier(name)}::text collate "C"`,
    identity: identityColumn !== null && sequence !== null ? { column: identityColumn, sequence } : null,
  }));
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Reads the rows in COPY's text format. */
export function copyOut(client: pg.Client, { name, columns, sortedBy }: Table): Readable {
  const rows = `select ${columns.join(', ')} from ${quoteIdentifier(name)} order by ${sortedBy}`;
  return client.query(copyTo(`copy (${rows}) to stdout`));
}

export const tallyTable = (client: pg.Client, table: Table): Promise<Tally> => tallyBytes(copyOut(client, table));

/** Reads the number that the next new row would get; null for a table that does not number its rows. */
export async function readNextNumber(client: pg.Client, { identity }: Table): Promise<string | null> {
  if (identity === null) return null;
  const { rows } = await client.query<{ next: string }>(
    `select (last_value + case when is_called then 1 else 0 end)::text as next from ${identity.sequence}`,
  );
  return rows[0]?.next ?? null;
}

/** Recreates the tables as they were when only `migrations` had been applied. Part of the caller's transaction. */
export async function revertMigrations(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const known = await listMigrations();
  if (migrations.some((name, at) => name !== known[at])) {
    throw new Error(`The backup's tables are those of no version that leads to this one (${migrations.join(', ')}).`);
  }
  // The list of migrations itself stays: `migrate` maintains it, whatever the version.
  const tables = (await listCreated('table')).filter((name) => name !== 'migrations');
  for (const name of tables) await client.query(`drop table if exists ${quoteIdentifier(name)} cascade`);
  for (const name of await listCreated('function'))
    await client.query(`drop function if exists ${quoteIdentifier(name)} cascade`);
  for (const name of migrations) await client.query(await readMigration(name));
}

/** Migrates the loaded tables from their version to this one. */
export async function applyMigrations(client: pg.Client, migrations: readonly string[]): Promise<void> {
  for (const name of (await listMigrations()).slice(migrations.length)) {
    await client.query(await readMigration(name));
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
}
