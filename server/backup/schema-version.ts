import type pg from 'pg';
import { listMigrations } from '../database/migrate.ts';
import { listCreated, quoteIdentifier, readMigration } from './tables.ts';

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
