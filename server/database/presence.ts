import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Advisory lock held by the portal that uses an operator's PostgreSQL; an arbitrary number of our own. */
export const PRESENCE_LOCK = 7_316_009_113;

const RETRY_MS = 5_000;

/** As long as the wait for a data folder: the same restart holds both. */
const TIMEOUT_MS = 5_000;

export interface ClaimOptions {
  log: (line: string) => void;
  timeoutMs?: number;
  /** For several processes of one portal; a claim without it excludes all of them. */
  isShared?: boolean;
}

/**
 * Claims the operator's database for this process or, with `isShared`, for the processes of one portal, whatever data
 * folder they use: a second portal, perhaps on a copy of the folder, and a restore are refused. The claim ends with its
 * connection, so a killed server leaves none behind. Returns the function that releases it.
 */
export async function claimDatabase(
  url: string,
  { log, timeoutMs = TIMEOUT_MS, isShared = false }: ClaimOptions,
): Promise<() => Promise<void>> {
  let holder: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let hasStopped = false;
  const hold = async (forMs: number): Promise<void> => {
    const connected = await holdPresence(url, { log, timeoutMs: forMs, isShared });
    connected.once('end', () => {
      if (!hasStopped) holdLater();
    });
    holder = connected;
  };
  const holdLater = () => {
    retry = setTimeout(() => void hold(0).catch(holdLater), RETRY_MS);
    retry.unref();
  };
  await hold(timeoutMs);
  return async () => {
    hasStopped = true;
    clearTimeout(retry);
    await holder?.end().catch(() => undefined);
  };
}

async function holdPresence(url: string, { log, timeoutMs, isShared }: Required<ClaimOptions>): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `Tunedesk, process ${process.pid} on ${hostname()}`.slice(0, 63),
  });
  // `end` follows in any case, also when the connection ends without an error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A server whose machine is gone must not hold the claim for hours: PostgreSQL notices after a minute.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    const deadline = Date.now() + timeoutMs;
    for (let tries = 1; !(await tryClaim(client, isShared)); tries += 1) {
      const who = await describeHolder(client);
      if (Date.now() > deadline) throw new Error(refusal(client, who));
      if (tries === 1) log(`Waiting for what uses the database ${client.host}/${client.database} (${who}) to end.`);
      await sleep(200);
    }
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const refusal = ({ host, database }: pg.Client, who: string) =>
  `Another Tunedesk, a server or a restore, is using the database ${host}/${database} (${who}). ` +
  'Stop it first, or give this one another DATABASE_URL.';

async function tryClaim(client: pg.Client, isShared: boolean): Promise<boolean> {
  const call = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await client.query<{ isHeld: boolean }>(`select ${call}(${PRESENCE_LOCK}) as "isHeld"`);
  return rows[0]?.isHeld === true;
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ who: string | null }>(
    `select coalesce(nullif(application_name, ''), 'connection ' || pid) as who
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and pg_locks.pid <> pg_backend_pid()
        and (classid::bigint << 32 | objid::bigint) = ${PRESENCE_LOCK}
        and database = (select oid from pg_database where datname = current_database()) limit 1`,
  );
  return rows[0]?.who ?? 'which is just starting or ending';
}
