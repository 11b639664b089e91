import { withSession } from '../backup/session.ts';
import { readMigration } from '../backup/tables.ts';
import { listMigrations } from '../database/migrate.ts';

/** Changes the database to the version whose newest migration is `last`, with these records (SQL) in it. */
export async function buildVersion(url: string, last: string, records = ''): Promise<void> {
  await withSession(url, async (client) => {
    await client.query('drop schema public cascade; create schema public');
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    for (const name of (await listMigrations()).filter((one) => one <= last)) {
      await client.query(await readMigration(name));
      await client.query('insert into migrations (name) values ($1)', [name]);
    }
    if (records !== '') await client.query(records);
  });
}

/** Names of the first and last of the 75 migrations that the baseline took the place of. */
const EARLIER_NAMES = ['0001-accounts-files-credits.sql', '0182-reports-on-read.sql'];

/** Changes the database to the last version before the baseline: the same tables, made by migrations with other names. */
export async function buildVersionBeforeBaseline(url: string, records = '', names = EARLIER_NAMES): Promise<void> {
  const [baseline = ''] = await listMigrations();
  await buildVersion(url, baseline, records);
  await withSession(url, async (client) => {
    await client.query('delete from migrations');
    await client.query('insert into migrations (name) select unnest($1::text[])', [names]);
  });
}
