import pg from 'pg';
import { can, type HasRole } from '../../portal/capabilities.ts';

/** What changed, and whom it concerns; `everything` when some of it may have been missed. */
export interface ServerEvent {
  user: number | null;
  what: 'file' | 'ticket' | 'user' | 'catalogue' | 'configuration' | 'everything';
  id: number;
}

export type Listener = (news: ServerEvent) => void;

export interface NewsFeed {
  /** Returns how to stop listening. */
  listen(listener: Listener): Promise<() => void>;
  stop(): Promise<void>;
}

/** The triggers of `migrations/0006-announcements.sql` speak here. */
const CHANNEL = 'portal_news';
const SLOWEST_RETRY_MS = 10_000;

/** What everyone who works on files and tickets gets, whatever user it concerns. */
const OF_THE_SUPPORT: readonly ServerEvent['what'][] = ['file', 'ticket'];

/** What everybody has on the screen, administrator or not. */
const OF_EVERYBODY: readonly ServerEvent['what'][] = ['catalogue', 'configuration', 'everything'];

export const concerns = ({ user, what }: ServerEvent, reader: HasRole & { id: number }): boolean =>
  OF_EVERYBODY.includes(what) ||
  user === reader.id ||
  (can(reader, 'tickets.read-all') && OF_THE_SUPPORT.includes(what));

/** One connection for all browsers of this server. It is opened with the first of them, and again when it breaks. */
export function openNewsFeed(url: string, onTrouble: (error: unknown) => void = () => undefined): NewsFeed {
  const listeners = new Set<Listener>();
  let connecting: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let hasStopped = false;

  const publish = (news: ServerEvent) => {
    for (const listener of listeners) listener(news);
  };

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
    client.on('error', onTrouble);
    client.on('notification', ({ payload }) => publish(JSON.parse(payload ?? '{}') as ServerEvent));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    client.once('end', () => {
      connecting = null;
      if (!hasStopped && listeners.size > 0) reconnect(500);
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
        () => publish({ user: null, what: 'everything', id: 0 }),
        (error: unknown) => {
          onTrouble(error);
          if (!hasStopped) reconnect(Math.min(SLOWEST_RETRY_MS, afterMs * 2));
        },
      );
    }, afterMs);
    retry.unref();
  }

  return {
    async listen(listener) {
      await connectOnce();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      hasStopped = true;
      clearTimeout(retry);
      const client = await connecting?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}
