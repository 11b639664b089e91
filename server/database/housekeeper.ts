import { hostname } from 'node:os';
import pg from 'pg';

/** Advisory lock held by the one process that does a portal's housekeeping; an arbitrary number of our own. */
export const HOUSEKEEPER_LOCK = 7_316_009_116;

const RETRY_MS = 5000;

export interface Housekeeper {
  /** Returns whether this process has the lock now, checked by a round trip over the connection that holds it. */
  isThisProcess(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Options {
  url: string;
  onError: (error: unknown) => void;
  retryMs?: number;
}

/**
 * Elects one housekeeper among the processes of a portal, by an advisory lock that ends with its connection: when the
 * holder ends, for whatever reason, another process takes over a few seconds later.
 */
export async function electHousekeeper({ url, onError, retryMs = RETRY_MS }: Options): Promise<Housekeeper> {
  let holder: pg.Client | null = null;
  let hasStopped = false;
  let running: Promise<void> | null = null;
  const elect = async (): Promise<void> => {
    const client = await tryToHold(url);
    if (client === null) return;
    if (hasStopped) return client.end();
    holder = client;
    client.once('end', () => {
      if (holder === client) holder = null;
    });
  };
  const checkNow = async () => {
    if (holder !== null) return;
    running ??= elect()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    await running;
  };
  await checkNow();
  const timer = setInterval(() => void checkNow(), retryMs);
  timer.unref();
  return {
    async isThisProcess() {
      const checkedClient = holder;
      if (checkedClient === null) return false;
      await checkedClient.query('select 1').catch(() => checkedClient.end());
      return holder === checkedClient;
    },
    async stop() {
      hasStopped = true;
      clearInterval(timer);
      await running;
      await holder?.end().catch(() => undefined);
    },
  };
}

/** Returns a connection that holds the lock; null when another process has it. */
async function tryToHold(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `Tunedesk housekeeper, process ${process.pid} on ${hostname()}`.slice(0, 63),
  });
  // `end` follows in any case, also when the connection ends without an error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ isHeld: boolean }>(
      `select pg_try_advisory_lock(${HOUSEKEEPER_LOCK}) as "isHeld"`,
    );
    if (rows[0]?.isHeld === true) return client;
    await client.end();
    return null;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
