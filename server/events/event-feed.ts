import type { Notification } from 'pg';
import { createAudience, type Listener, type Reader, type ServerEvent } from './audience.ts';
import { openListener } from './listener.ts';
import { GAVE_WAY_CHANNEL } from './stream-slots.ts';
import { createVersions, type Versions } from './versions.ts';

export interface EventFeed {
  /** Returns a function that stops listening. */
  listen(reader: Reader, listener: Listener): Promise<() => void>;
  /** Versions of what browsers poll; known while the connection is up. */
  versions: Versions;
  /** Called with the id of each stream that gave way to another one of its user, in whatever process it is. */
  onGaveWay(listener: (stream: string) => void): void;
  /** Called with `session:…` or `access:…` when a session or a user's access has changed; null: any of them may have. */
  onAccessChange(listener: (source: string | null) => void): void;
  /** Makes sure that `versions` are known soon. */
  watch(): void;
  /** Resolves when every change committed before this call is counted in `versions`. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** The channel of the triggers in `migrations/0006-announcements.sql`. */
const NEWS = 'portal_news';
/** Changes that are not sent to browsers (`migrations/0057-versions.sql`): the payload is the name of a source. */
const VERSIONS = 'portal_versions';

/** One connection for all browsers of this server. It is opened for the first of them, and again when it breaks. */
export function openEventFeed(url: string, onTrouble: (error: unknown) => void = () => undefined): EventFeed {
  const audience = createAudience();
  const versions = createVersions();
  let gaveWay: (stream: string) => void = () => undefined;
  let accessChanged: (source: string | null) => void = () => undefined;

  function receive({ channel, payload = '' }: Notification): void {
    if (channel === GAVE_WAY_CHANNEL) return gaveWay(payload);
    if (channel === VERSIONS) {
      if (payload === 'all') versions.forgetAll();
      else versions.change(payload);
      if (payload === 'all') accessChanged(null);
      else if (/^(session|access):/.test(payload)) accessChanged(payload);
      return;
    }
    const event = JSON.parse(payload) as ServerEvent;
    // Must come before a browser reacts to the event by asking.
    noteChange(versions, event);
    audience.publish(event);
  }

  const listener = openListener({
    url,
    channels: [NEWS, VERSIONS, GAVE_WAY_CHANNEL],
    onMessage: receive,
    onStart(isAgain) {
      versions.start();
      if (!isAgain) return;
      audience.publish({ user: null, what: 'everything', id: 0 });
      accessChanged(null);
    },
    onStop: () => versions.stop(),
    onTrouble,
  });

  return {
    async listen(reader, onEvent) {
      await listener.connect();
      return audience.add(reader, onEvent);
    },
    onGaveWay(onStream) {
      gaveWay = onStream;
    },
    onAccessChange(onSource) {
      accessChanged = onSource;
    },
    versions,
    watch: () => listener.keepConnected(),
    catchUp: () => (versions.isReceiving() ? listener.catchUp() : Promise.resolve()),
    stop: () => listener.stop(),
  };
}

/** Other events do not concern anything that is cached. */
function noteChange(versions: Versions, { what, id }: ServerEvent): void {
  if (what === 'everything') versions.forgetAll();
  if (what === 'file' || what === 'user') versions.change(`${what}:${id}`);
}
