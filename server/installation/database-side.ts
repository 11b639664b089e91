import pg from 'pg';
import type { InstallationId } from './installation-file.ts';

/** What a portal's database records about itself. Read without relying on its tables: they may be of any version. */
export interface DatabaseSide {
  installation: InstallationId | null;
  /** Where `npm run admin move-to` has moved the database, without the password. */
  moved: { at: string; to: string } | null;
  users: number;
  /** Number of stored files that a row references. */
  referenced: number;
}

/** Every column of this name references stored files, except in the list of missing or damaged files. */
const KEY_COLUMNS = `
  select table_name as table, column_name as column, format('select %I as key from %I', column_name, table_name) as query
    from information_schema.columns
   where table_schema = current_schema() and column_name like '%file_key' and table_name <> 'file_check_faults'
   order by 1`;

const BATCH = 5_000;

export async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const hasTable = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [name]);
  return rows[0]?.isThere === true;
};

type Row = { id: string; copy_id: string; moved_at: Date | null; moved_to: string | null };

/** Reads only the installation row, which is all that a start on the right database needs. */
export async function readInstallationRow(client: pg.Client): Promise<Pick<DatabaseSide, 'installation' | 'moved'>> {
  if (!(await hasTable(client, 'installation'))) return { installation: null, moved: null };
  const { rows } = await client.query<Row>('select id, copy_id, moved_at, moved_to from installation');
  const [row] = rows;
  if (!row) return { installation: null, moved: null };
  const moved = row.moved_at && { at: row.moved_at.toISOString().slice(0, 10), to: row.moved_to ?? '' };
  return { installation: { id: row.id, copyId: row.copy_id }, moved };
}

export async function readDatabaseSide(client: pg.Client): Promise<DatabaseSide> {
  const row = await readInstallationRow(client);
  const users = (await hasTable(client, 'users')) ? await readCount(client, 'select from users') : 0;
  const keys = await selectKeys(client);
  return { ...row, users, referenced: keys === null ? 0 : await readCount(client, keys) };
}

async function readCount(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from (${query}) all_of_them`);
  return Number(rows[0]?.count ?? 0);
}

/** Returns SQL for every referenced key, each once; null when no table has any. */
async function selectKeys(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ query: string }>(KEY_COLUMNS);
  if (rows.length === 0) return null;
  const all = `select distinct key from (${rows.map(({ query }) => query).join(' union all ')}) one where key is not null`;
  // Rows whose bytes were given up on purpose name a key for which nothing is stored.
  return (await hasTable(client, 'removed_bytes')) ? `${all} and key not in (select key from removed_bytes)` : all;
}

/** Fetches every referenced key, in batches of limited size, as seen by the open transaction. */
export async function* fetchReferencedKeys(client: pg.Client): AsyncGenerator<string[], void> {
  const keys = await selectKeys(client);
  if (keys === null) return;
  await client.query(`declare keys no scroll cursor for ${keys}`);
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${BATCH} from keys`);
    if (rows.length === 0) break;
    yield rows.map(({ key }) => key);
  }
  await client.query('close keys');
}

/** Lists the same keys in a transaction of its own. */
export async function* listReferencedKeys(client: pg.Client): AsyncGenerator<string[], void> {
  await client.query('begin read only');
  try {
    yield* fetchReferencedKeys(client);
  } finally {
    await client.query('rollback');
  }
}

/**
 * Describes the rows that reference these keys, in words that fit every version of the tables. Keys that no row references
 * any more are left out.
 */
export async function describeReferences(client: pg.Client, keys: readonly string[]): Promise<Map<string, string>> {
  const described = new Map<string, string>();
  const { rows: columns } = await client.query<{ table: string; column: string }>(KEY_COLUMNS);
  for (const { table, column } of columns) {
    const { rows } = await client.query<{ key: string; row: Record<string, string | number | null> }>(
      `select distinct on ("${column}") "${column}" as key, to_jsonb(t) as row from "${table}" t where "${column}" = any ($1)`,
      [keys],
    );
    for (const { key, row } of rows) if (!described.has(key)) described.set(key, nameRow(table, column, row));
  }
  return described;
}

function nameRow(table: string, column: string, row: Record<string, string | number | null>): string {
  const name = column === 'mod_file_key' ? row.mod_file_name : (row.file_name ?? row.name);
  const isOfFile = table === 'files' || table === 'file_history' || table === 'further_files';
  return isOfFile ? `${name} of file ${fileNumber(table, row)}` : `${name} in ${table} ${row.id ?? ''}`.trim();
}

/** The number that people read, from whichever of these tables. */
const fileNumber = (table: string, row: Record<string, string | number | null>) =>
  table === 'files' ? row.file_id : 100_000 + Number(row.file_id);

export async function writeInstallationRow(client: pg.Client, { id, copyId }: InstallationId): Promise<void> {
  await client.query(
    `insert into installation (id, copy_id) values ($1, $2)
     on conflict (is_only) do update set id = excluded.id, copy_id = excluded.copy_id`,
    [id, copyId],
  );
}

/** Records where a database was moved to, or with null that it is in use again. */
export async function markMoved(client: pg.Client, to: string | null): Promise<void> {
  await client.query(
    `update installation set moved_at = case when $1::text is null then null else now() end, moved_to = $1`,
    [to],
  );
}

/** Names a database in a sentence, never with its password. */
export function nameDatabase(url: string): string {
  const { host, database, port } = new pg.Client({ connectionString: url });
  return host.startsWith('/') ? `${database} at ${host}` : `${host}:${port}/${database}`;
}
