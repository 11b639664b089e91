import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Location } from './open.ts';

/** How long to wait for a database that starts together with the portal. */
const TIMEOUT_MS = 60_000;
/** Shorter wait for an unknown host name: usually a typing error, at times a container that is still being started. */
const NAME_TIMEOUT_MS = 10_000;
const PAUSE_MS = 500;

const OLDEST_SERVER = 150_000;

/** Error codes for: nothing responds yet, or PostgreSQL is starting, stopping or full. */
const NOT_YET = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOENT|57P0[1-3]|53300)$/;
const UNKNOWN_NAME = /^(ENOTFOUND|EAI_AGAIN|EAI_NONAME)$/;

export interface AwaitOptions {
  log: (line: string) => void;
  timeoutMs?: number;
  /** Name of the setting that the address comes from. */
  name?: string;
  /** Whether the tables are made over this address. */
  makesTables?: boolean;
}

/** Waits for each database that is configured, if any: the server's address, the table owner's and the direct one. */
export async function awaitDatabases(
  { databaseUrl, databaseOwnerUrl, databaseDirectUrl = null }: Omit<Location, 'dataDir'>,
  log: (line: string) => void,
): Promise<void> {
  if (databaseOwnerUrl !== null) await awaitDatabase(databaseOwnerUrl, { log, name: 'DATABASE_OWNER_URL' });
  const makesTables = databaseOwnerUrl === null;
  if (databaseDirectUrl !== null)
    await awaitDatabase(databaseDirectUrl, { log, name: 'DATABASE_DIRECT_URL', makesTables });
  if (databaseUrl !== null)
    await awaitDatabase(databaseUrl, { log, makesTables: makesTables && databaseDirectUrl === null });
}

/**
 * Waits until the operator's PostgreSQL at `url` accepts the connection. Throws one sentence, which never contains the
 * password, when it refuses or when nothing has responded in time.
 */
export async function awaitDatabase(url: string, options: AwaitOptions): Promise<void> {
  const { log, timeoutMs = TIMEOUT_MS, name = 'DATABASE_URL', makesTables = true } = options;
  const address = { url, name };
  const startedAt = Date.now();
  let isAnnounced = false;
  for (;;) {
    const error = await tryConnect(address, makesTables);
    if (error === null) return;
    const waited = Date.now() - startedAt;
    const patience = UNKNOWN_NAME.test(codeOf(error)) ? Math.min(NAME_TIMEOUT_MS, timeoutMs) : timeoutMs;
    if (!isTemporary(error) || waited >= patience) throw new Error(describeConnectError(error, address, waited));
    if (!isAnnounced) log(`Waiting for the database at ${placeOf(url)} (${name}) …`);
    isAnnounced = true;
    await sleep(Math.min(PAUSE_MS, patience));
  }
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? '';
const isTemporary = (error: Error) =>
  NOT_YET.test(codeOf(error)) ||
  UNKNOWN_NAME.test(codeOf(error)) ||
  /timeout|terminated unexpectedly/i.test(error.message);

interface Address {
  url: string;
  name: string;
}

async function tryConnect(address: Address, makesTables: boolean): Promise<Error | null> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: address.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    await requireSuitable(client, address, makesTables);
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Requires a recent enough version and, before the first table is made, the right to make tables. */
async function requireSuitable(client: pg.Client, { url, name }: Address, makesTables: boolean): Promise<void> {
  const { rows } = await client.query<{ version: number; release: string; isOurs: boolean; mayCreate: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
            to_regclass('migrations') is not null as "isOurs",
            has_database_privilege(current_database(), 'CREATE')
              and coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate"`,
  );
  const { version = 0, release = '', isOurs = false, mayCreate = false } = rows[0] ?? {};
  if (version < OLDEST_SERVER) {
    throw new Error(`${name}: PostgreSQL at ${placeOf(url)} is version ${release}; Tunedesk needs 15 or newer.`);
  }
  if (isOurs || mayCreate || !makesTables) return;
  const { user, database } = partsOf(url);
  throw new Error(
    `${name}: user "${user}" may not make tables in database "${database}"; make it the owner (alter database ${database} owner to ${user}).`,
  );
}

interface Parts {
  user: string;
  password: string;
  database: string;
}

function partsOf(url: string): Parts {
  const { username, password, pathname } = new URL(url);
  const user = decodeURIComponent(username) || process.env.PGUSER || process.env.USER || '';
  return { user, password: decodeURIComponent(password), database: decodeURIComponent(pathname.slice(1)) || user };
}

/** Returns host and port, or the folder of the socket. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (decodeURIComponent(hostname) || 'localhost');
  return host.startsWith('/') ? host : `${host}:${searchParams.get('port') ?? (port || '5432')}`;
}

function describeConnectError(error: Error, { url, name }: Address, waitedMs: number): string {
  if (error.message.startsWith(`${name}: `)) return error.message;
  const place = placeOf(url);
  const { user, database, password } = partsOf(url);
  const code = codeOf(error);
  if (UNKNOWN_NAME.test(code)) return `${name}: there is no host "${place}"; correct its name.`;
  if (code === '28P01' || code === '28000') {
    return `${name}: PostgreSQL at ${place} does not let user "${user}" in; correct user name and password, or allow the user in pg_hba.conf.`;
  }
  if (/password must be a string/.test(error.message)) {
    return `${name}: PostgreSQL at ${place} asks for a password; write it into the address (postgresql://${user}:password@…).`;
  }
  if (code === '3D000') {
    return `${name}: PostgreSQL at ${place} has no database "${database}"; create it (create database ${database}) or correct the name.`;
  }
  if (isTemporary(error)) {
    return `${name}: nothing at ${place} accepts connections after ${Math.round(waitedMs / 1000)} s; start PostgreSQL there, or correct the address.`;
  }
  const reason = password === '' ? error.message : error.message.replaceAll(password, '…');
  return `${name}: PostgreSQL at ${place} cannot be used (${reason}); correct the address.`;
}
