import pg from 'pg';

interface Options {
  url: string;
  channels: readonly string[];
  onMessage: (message: pg.Notification) => void;
  /** Called when every message is received from now on; `isAgain` if some may have been missed before. */
  onStart: (isAgain: boolean) => void;
  /** Called when messages may be missed from now on. */
  onStop: () => void;
  onError: (error: unknown) => void;
  /** Called on every new connection once it listens, before `onStart`. */
  begin?: (client: pg.Client) => Promise<void>;
  /** What a round trip does; without it, nothing. */
  read?: (client: pg.Client) => Promise<void>;
  /** A connection whose round trip takes longer than this is given up. */
  roundTripTimeoutMs?: number;
}

export interface Listener {
  /** Starts listening unless it already does. Fails when the database cannot be reached. */
  connect(): Promise<void>;
  /** Keeps trying until it listens. */
  keepConnected(): void;
  /** Resolves when the messages of everything committed before this call have been received. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** As shown in pg_stat_activity. */
export const LISTENER_NAME = 'tunedesk listener';
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
/** How often a round trip is made, to notice a connection that broke silently, or what nobody was woken for. */
const PROOF_EVERY_MS = 1000;
/** Generous, since a busy machine may take seconds, and once a connection is given up every poll reads the database. */
const MAX_ROUND_TRIP_MS = 10_000;

/**
 * Opens one connection that receives what PostgreSQL's NOTIFY sends on these channels, and reopens it when it breaks.
 */
export function openListener(options: Options): Listener {
  let current: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let isAgain = false;
  const retry = createRetry(() => connect(), options.onError);

  /** Whatever this client still sends is ignored. */
  function lose(client: pg.Client): void {
    if (current !== client) return;
    current = null;
    options.onStop();
    destroy(client);
    retry.after(FIRST_RETRY_MS);
  }

  async function open(): Promise<void> {
    const client = await openClient(options, { lose, isCurrent: (one) => one === current });
    if (retry.hasStopped()) return destroy(client);
    current = client;
    options.onStart(isAgain);
    isAgain = true;
  }

  function connect(): Promise<void> {
    if (current !== null || retry.hasStopped()) return Promise.resolve();
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  const catchUp = coalesceRuns(async () => {
    if (current !== null) await roundTrip(current, { ...options, lose });
  });
  const proof = setInterval(() => void catchUp(), PROOF_EVERY_MS);
  proof.unref();
  return {
    connect,
    keepConnected: () => retry.begin(),
    catchUp,
    async stop() {
      retry.stop();
      clearInterval(proof);
      await connecting?.catch(() => undefined);
      const client = current;
      current = null;
      await client?.end().catch(() => undefined);
    },
  };
}

interface Tenure {
  lose: (client: pg.Client) => void;
  isCurrent: (client: pg.Client) => boolean;
}

async function openClient(options: Options, { lose, isCurrent }: Tenure): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', (error) => {
    options.onError(error);
    lose(client);
  });
  client.once('end', () => lose(client));
  client.on('notification', (message) => {
    if (isCurrent(client)) options.onMessage(message);
  });
  try {
    await client.connect();
    await client.query(options.channels.map((channel) => `listen ${channel}`).join('; '));
    await options.begin?.(client);
  } catch (error) {
    destroy(client);
    throw error;
  }
  return client;
}

type RoundTrip = Pick<Tenure, 'lose'> & Pick<Options, 'read' | 'roundTripTimeoutMs'>;

const proveAlive = async (client: pg.Client): Promise<void> => void (await client.query('select 1'));

/** The backend delivers its pending notifications before it completes the statement. */
async function roundTrip(
  client: pg.Client,
  { lose, read = proveAlive, roundTripTimeoutMs = MAX_ROUND_TRIP_MS }: RoundTrip,
): Promise<void> {
  let isDone = false;
  // What arrived while this program itself was busy is read first.
  const loseUnlessDone = () => setImmediate(() => isDone || lose(client));
  const tooLate = setTimeout(loseUnlessDone, roundTripTimeoutMs);
  await read(client).catch(() => lose(client));
  isDone = true;
  clearTimeout(tooLate);
}

/** Does not wait for the other side, which may be gone. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } };
  connection.stream.destroy();
}

/** Retries until it succeeds, each time after a longer pause. */
function createRetry(run: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;
  function after(ms: number): void {
    clearTimeout(timer);
    if (hasStopped) return;
    timer = setTimeout(() => {
      run().catch((error: unknown) => {
        onError(error);
        after(Math.min(MAX_RETRY_MS, Math.max(FIRST_RETRY_MS, ms * 2)));
      });
    }, ms);
    timer.unref();
  }
  return {
    after,
    /** Starts the first attempt, unless there has been one. */
    begin: () => timer ?? after(0),
    hasStopped: () => hasStopped,
    stop() {
      hasStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Runs `run` once for all who call while an earlier run is under way: that one may have begun too early for them. */
export function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    running = run().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(() => {
      next = null;
      return begin();
    });
    return next;
  };
}
