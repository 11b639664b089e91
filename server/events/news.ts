import pg from 'pg';
import { createAudience, type Listener, type Reader, type ServerEvent } from './audience.ts';

export interface NewsFeed {
  /** Returns how to stop listening. */
  listen(reader: Reader, listener: Listener): Promise<() => void>;
  stop(): Promise<void>;
}

/** The triggers of `migrations/0006-announcements.sql` speak here. */
const CHANNEL = 'portal_news';
const SLOWEST_RETRY_MS = 10_000;

/** One connection for all browsers of this server. It is opened with the first of them, and again when it breaks. */
export function openNewsFeed(url: string, onTrouble: (error: unknown) => void = () => undefined): NewsFeed {
  const audience = createAudience();
  let connecting: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let hasStopped = false;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
    client.on('error', onTrouble);
    client.on('notification', ({ payload }) => audience.publish(JSON.parse(payload ?? '{}') as ServerEvent));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    client.once('end', () => {
      connecting = null;
      if (!hasStopped && !audience.isEmpty()) reconnect(500);
    });
    return client;
  }

  function connectOnce(): Promise<pg.Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  }

  function reconnect(afterMs: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      connectOnce().then(
        () => audience.publish({ user: null, what: 'everything', id: 0 }),
        (error: unknown) => {
          onTrouble(error);
          if (!hasStopped) reconnect(Math.min(SLOWEST_RETRY_MS, afterMs * 2));
        },
      );
    }, afterMs);
    retry.unref();
  }

  return {
    async listen(reader, listener) {
      await connectOnce();
      return audience.add(reader, listener);
    },
    async stop() {
      hasStopped = true;
      clearTimeout(retry);
      const client = await connecting?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}
