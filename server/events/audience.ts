import { can, type Viewer } from '../../contract/capabilities.ts';

export const EVENT_SUBJECTS = ['file', 'ticket', 'user', 'catalogue', 'configuration', 'work', 'everything'] as const;

/** What changed, and whom it concerns; `everything` when some changes may have been missed. */
export interface ServerEvent {
  user: number | null;
  what: (typeof EVENT_SUBJECTS)[number];
  id: number;
}

export type Listener = (event: ServerEvent) => void;

/** Events that everyone who works on files and tickets receives, whichever user they concern. */
const SUPPORT_SUBJECTS: readonly ServerEvent['what'][] = ['file', 'ticket', 'work'];

/** Events about what everybody has on the screen, administrator or not. */
const PUBLIC_SUBJECTS: readonly ServerEvent['what'][] = ['catalogue', 'configuration', 'everything'];

/** Listeners called in one turn of the event loop: each of them writes to a socket. */
export const LISTENERS_A_TURN = 10;

/** So many are told at once. Every browser then asks what has changed, so of more than these only 500 a second are told. */
export const TOLD_AT_ONCE = 200;
const PAUSE_MS = (LISTENERS_A_TURN / 500) * 1000;

/** Creates sets of listeners by key; a key without listeners takes no memory. */
function createIndex<Key>() {
  const sets = new Map<Key, Set<Listener>>();
  return {
    add: (key: Key, listener: Listener) => void sets.set(key, (sets.get(key) ?? new Set()).add(listener)),
    remove(key: Key, listener: Listener) {
      sets.get(key)?.delete(listener);
      if (sets.get(key)?.size === 0) sets.delete(key);
    },
    list: (keys: readonly Key[]) => keys.flatMap((key) => [...(sets.get(key) ?? [])]),
  };
}

/**
 * The open streams by user, and those of the support: the cost of an event depends on its readers, not on how many others are
 * listening.
 */
export function createAudience() {
  const all = new Set<Listener>();
  const byUser = createIndex<number>();
  const support = new Set<Listener>();

  function findListeners({ user, what }: ServerEvent): Listener[] {
    if (PUBLIC_SUBJECTS.includes(what)) return [...all];
    const own = user === null ? [] : byUser.list([user]);
    if (!SUPPORT_SUBJECTS.includes(what)) return own;
    return [...new Set([...own, ...support])];
  }

  function callInTurns(listeners: readonly Listener[], event: ServerEvent, told = LISTENERS_A_TURN): void {
    for (const listener of listeners.slice(0, LISTENERS_A_TURN)) {
      // A listener that was removed since the previous turn no longer has a socket.
      if (all.has(listener)) listener(event);
    }
    const later = listeners.slice(LISTENERS_A_TURN);
    if (later.length === 0) return;
    const next = () => callInTurns(later, event, told + LISTENERS_A_TURN);
    if (told < TOLD_AT_ONCE) setImmediate(next);
    else setTimeout(next, PAUSE_MS).unref();
  }

  return {
    /** Returns a function that stops listening. */
    add(reader: Viewer, listener: Listener): () => void {
      all.add(listener);
      byUser.add(reader.id, listener);
      if (can(reader, 'tickets.read-all')) support.add(listener);
      return () => {
        all.delete(listener);
        byUser.remove(reader.id, listener);
        support.delete(listener);
      };
    },
    isEmpty: () => all.size === 0,
    publish: (event: ServerEvent) => callInTurns(findListeners(event), event),
  };
}
