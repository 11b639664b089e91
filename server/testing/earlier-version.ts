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
