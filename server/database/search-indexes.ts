import pg from 'pg';

/** Columns that are searched for any part of a word (`ilike`), in lists that may be long. */
const SEARCHED = [
  { table: 'files', column: 'file_name' },
  { table: 'files', column: 'file_id' },
  { table: 'file_fingerprints', column: 'numbers' },
  { table: 'users', column: 'username' },
  { table: 'users', column: 'email' },
  { table: 'tickets', column: 'ticket_id' },
  { table: 'tickets', column: 'subject' },
  { table: 'changes', column: 'subject_name' },
  { table: 'security_events', column: 'account' },
  { table: 'security_events', column: 'address' },
] as const;

/** PostgreSQL's error codes when the extension may not be created, or is not installed on that server. */
const UNAVAILABLE = ['42501', '0A000', '58P01', '22023'];

/**
 * Makes the indexes that searches use, at every start, because an operator may add the extension `pg_trgm` later. If
 * the server does not offer it or the role may not create it, searches stay correct but are slow on long lists; the
 * reason is returned then. Any role that may create objects in the database can create the extension.
 */
export async function prepareSearchIndexes(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const reason = await createExtension(client);
    if (reason !== null) return reason;
    const { rows } = await client.query<{ schema: string }>(
      `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where e.extname = 'pg_trgm'`,
    );
    for (const { table, column } of SEARCHED) {
      await client.query(
        `create index if not exists ${table}_${column}_parts on ${table}
          using gin (${column} ${rows[0]?.schema}.gin_trgm_ops)`,
      );
    }
    return null;
  } finally {
    await client.end();
  }
}

async function createExtension(client: pg.Client): Promise<string | null> {
  try {
    await client.query('create extension if not exists pg_trgm');
    return null;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!UNAVAILABLE.includes(code)) throw error;
    return message;
  }
}
