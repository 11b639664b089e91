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
  /** By address. */
  replies: Map<string, KnownReply>;
  /** Replies that it may have from memory, and when that was so. */
  turns: { left: number; at: number };
}

/** More open browsers than one server has. Past it the oldest are forgotten, and read again. */
const MOST_SESSIONS = 20_000;
/** Of one session: the account, and the files of its tabs. */
const MOST_REPLIES = 8;
/** Of one session in a second, many more than a browser polls; beyond it a call waits for its turn (pacing.ts). */
const TURNS_PER_SECOND = 50;

/** Sessions by their token, with the replies that each of them has. */
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
      makeRoom(sessions, MOST_SESSIONS);
      const turns = { left: TURNS_PER_SECOND, at: nowMs() };
      sessions.set(token, { ...found, reading, replies: new Map(), turns });
    },
    forget: (token: string) => void sessions.delete(token),
    rememberReply({ replies }: KnownSession, url: string, reply: KnownReply): void {
      replies.delete(url);
      makeRoom(replies, MOST_REPLIES);
      replies.set(url, reply);
    },
    /** Whether the reply to this address is still that of the tag, and may be given from memory now. */
    isUnchanged(known: KnownSession, url: string, tag: string): boolean {
      const reply = known.replies.get(url);
      if (reply?.tag !== tag || !versions.isCurrent(reply.reading)) return false;
      const now = nowMs();
      return reply.goodUntil > now && takeTurn(known, now);
    },
  };
}

function makeRoom(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
}

function takeTurn({ turns }: KnownSession, now: number): boolean {
  const left = Math.min(TURNS_PER_SECOND, turns.left + ((now - turns.at) / 1000) * TURNS_PER_SECOND) - 1;
  turns.left = Math.max(0, left);
  turns.at = now;
  return left >= 0;
}
