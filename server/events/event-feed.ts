import type { Notification } from 'pg';
import { createAudience, EVENT_SUBJECTS, type Listener, type ServerEvent } from './audience.ts';
import { createChangeReader, createPursuit, type Change } from './change-reader.ts';
import type { Viewer } from '../../contract/capabilities.ts';
import { openListener } from './listener.ts';
import { DISPLACED_CHANNEL } from './stream-slots.ts';
import { createVersions, type ListSource, type Versions } from './versions.ts';

export interface EventFeed {
  /** Returns a function that stops listening. */
  listen(reader: Viewer, listener: Listener): Promise<() => void>;
  /** Versions of what browsers poll; known while the connection is up. */
  versions: Versions;
  /** Called with the id of each stream that gave way to another one of its user, in whatever process it is. */
  onStreamDisplaced(listener: (stream: string) => void): void;
  /** Called with `session:…` or `access:…` when a session or a user's access has changed; null: any of them may have. */
  onAccessChange(listener: (source: string | null) => void): void;
  /** Makes sure that `versions` are known soon. */
  watch(): void;
  /** Returns a number that changes with every change of these lists; null while changes are not received. */
  readListVersion(lists: readonly ListSource[]): Promise<number | null>;
  /** Resolves when every change committed before this call is counted in `versions`. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Wakes the readers of the change feed. */
const CHANGES = 'portal_changes';

/** One connection for all browsers of this server. It is opened for the first of them, and again when it breaks. */
export function openEventFeed(url: string, onError: (error: unknown) => void = () => undefined): EventFeed {
  const audience = createAudience();
  const versions = createVersions();
  let streamDisplaced: (stream: string) => void = () => undefined;
  let accessChanged: (source: string | null) => void = () => undefined;

  const { receive, forgetEverything } = createReceiver(versions, audience, (source) => accessChanged(source));
  const reader = createChangeReader({ onChanges: receive, onGap: forgetEverything });
  const pursuit = createPursuit(() => listener.catchUp(), reader);
  const listener = openListener({
    url,
    channels: [CHANGES, DISPLACED_CHANNEL],
    begin: reader.begin,
    read: reader.read,
    onMessage: ({ channel, payload = '' }: Notification) =>
      channel === DISPLACED_CHANNEL ? streamDisplaced(payload) : pursuit.begin(),
    onStart(isAgain) {
      versions.start();
      // What was under way before the first reading wakes nobody either.
      pursuit.begin();
      if (isAgain) forgetEverything();
    },
    onStop: () => versions.stop(),
    onError,
  });

  return {
    async listen(who, onEvent) {
      await listener.connect();
      return audience.add(who, onEvent);
    },
    onStreamDisplaced(onStream) {
      streamDisplaced = onStream;
    },
    onAccessChange(onSource) {
      accessChanged = onSource;
    },
    versions,
    watch: () => listener.keepConnected(),
    async readListVersion(lists) {
      if (!versions.isReceiving()) await listener.connect().catch(() => undefined);
      await listener.catchUp();
      return versions.begin(lists.map((list) => `list:${list}`))?.version ?? null;
    },
    catchUp: () => (versions.isReceiving() ? listener.catchUp() : Promise.resolve()),
    stop() {
      pursuit.stop();
      return listener.stop();
    },
  };
}

/** Passes on what the feed names: to the versions, to browsers, and to the streams whose session may be over. */
function createReceiver(
  versions: Versions,
  audience: ReturnType<typeof createAudience>,
  accessChanged: (source: string | null) => void,
) {
  function forgetEverything(): void {
    versions.forgetAll();
    audience.publish({ user: null, what: 'everything', id: 0 });
    accessChanged(null);
  }

  function receive(changes: Change[]): void {
    if (changes.some(({ source }) => source === 'everything')) return forgetEverything();
    const once = new Map(changes.map((change) => [change.source, change]));
    // Must come before a browser reacts to an event by asking.
    for (const source of once.keys()) noteChange(versions, source);
    for (const { source, user } of once.values()) {
      if (source === 'all') accessChanged(null);
      else if (/^(session|access):/.test(source)) accessChanged(source);
      const event = eventOf(source, user);
      if (event !== null) audience.publish(event);
    }
  }
  return { receive, forgetEverything };
}

/** A changed file or ticket is a changed list as well. */
function noteChange(versions: Versions, source: string): void {
  if (source === 'all') return versions.forgetAll();
  versions.change(source);
  const [kind] = source.split(':');
  if (kind === 'file' || kind === 'ticket') versions.change(`list:${kind}s`);
}

/** What browsers are told of a change; null if it is nothing that they show. */
function eventOf(source: string, user: number | null): ServerEvent | null {
  const [what = '', id = 0] = source.split(':');
  const subject = EVENT_SUBJECTS.find((one) => one === what);
  return subject === undefined ? null : { user, what: subject, id: Number(id) };
}
