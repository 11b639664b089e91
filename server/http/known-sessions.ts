import type { Reading, Versions } from '../events/versions.ts';
import type { Deps, OpenSession } from './call.ts';

export interface KnownReply {
  tag: string;
  reading: Reading;
  /** In milliseconds, by the portal's clock. */
  goodUntil: number;
}

export interface KnownSession extends OpenSession {
  reading: Reading;
  /** Replies by address. */
  replies: Map<string, KnownReply>;
  /** Number of replies it may still get from memory, and when that number was determined. */
  turns: { left: number; at: number };
}

/** More open browsers than one server has. Beyond this, the oldest sessions are forgotten, and read again. */
const MAX_SESSIONS = 20_000;
/** Replies of one session: those for the account, and for the files of its tabs. */
const MAX_REPLIES = 8;
/**
 * Replies per second to one session, many more than a browser polls; beyond that, calls wait for a turn (callers.ts).
 */
const TURNS_PER_SECOND = 50;

/** Creates the memory of sessions by their token, with the replies each of them has. */
export function createKnownSessions(versions: Versions, clock: Deps['clock']) {
  const sessions = new Map<string, KnownSession>();
  const nowMs = () => clock.now().getTime();
  return {
    find(token: string): KnownSession | null {
      const known = sessions.get(token);
      if (known === undefined) return null;
      if (versions.isCurrent(known.reading) && known.expiresAt > nowMs()) return known;
      sessions.delete(token);
      return null;
    },
    remember(token: string, found: OpenSession, reading: Reading): void {
      evictOldest(sessions, MAX_SESSIONS);
      const turns = { left: TURNS_PER_SECOND, at: nowMs() };
      sessions.set(token, { ...found, reading, replies: new Map(), turns });
    },
    forget: (token: string) => void sessions.delete(token),
    rememberReply({ replies }: KnownSession, url: string, reply: KnownReply): void {
      replies.delete(url);
      evictOldest(replies, MAX_REPLIES);
      replies.set(url, reply);
    },
    /** Returns whether the reply to this address still has this tag, and may be given from memory now. */
    isUnchanged(known: KnownSession, url: string, tag: string): boolean {
      const reply = known.replies.get(url);
      if (reply?.tag !== tag || !versions.isCurrent(reply.reading)) return false;
      const now = nowMs();
      return reply.goodUntil > now && takeTurn(known, now);
    },
  };
}

function evictOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
}

function takeTurn({ turns }: KnownSession, now: number): boolean {
  const left = Math.min(TURNS_PER_SECOND, turns.left + ((now - turns.at) / 1000) * TURNS_PER_SECOND) - 1;
  turns.left = Math.max(0, left);
  turns.at = now;
  return left >= 0;
}
