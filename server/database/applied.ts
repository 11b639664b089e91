import pg from 'pg';
import { listMigrations, readMigrations } from './migrate.ts';
import { newerTables, readProgramVersion } from './newer-tables.ts';

/** Throws a sentence unless the database at `url` has the tables of a portal, of whatever version. */
export const requireTables = (url: string): Promise<void> => withTables(url, async () => undefined);

/** Throws a sentence unless the tables of the database at `url` match this version of the program. */
export const requireCurrentTables = (url: string): Promise<void> =>
  withTables(url, async (client) => {
    const applied = new Set(await readMigrations(client));
    const known = await listMigrations();
    if (applied.size === known.length && known.every((name) => applied.has(name))) return;
    const unknown = [...applied].filter((name) => !known.includes(name));
    if (unknown.length > 0) throw newerTables('This database', { unknown, madeBy: await readProgramVersion(client) });
    throw new Error(
      'This database was made by an earlier version of Tunedesk. Start this version once, then try again.',
    );
  });

async function withTables(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query<{ name: string | null }>("select to_regclass('migrations')::text as name");
    if (found.rows[0]?.name === null) throw new Error('There is no portal in this database yet. Start Tunedesk once.');
    await work(client);
  } finally {
    await client.end();
  }
}
