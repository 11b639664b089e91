import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { EventFeed } from '../events/event-feed.ts';
import { getPersonId } from './call.ts';
import type { Deps, OpenSession, PollRule, SignedInCall } from './call.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { HttpProblem, sessionEnded } from './replies.ts';
import { findToken } from './client.ts';
import type { Reading, Versions } from '../events/versions.ts';

interface Options {
  feed: Pick<EventFeed, 'versions' | 'watch' | 'catchUp' | 'readListVersion'>;
  clock: Deps['clock'];
  /** Finds the session in the database. */
  findSession: (token: string) => Promise<OpenSession | null>;
  /** Returns the sources that change when a session may be over; null for a token that is not ours. */
  sourcesOfSession: (token: string) => Promise<string[] | null>;
}

interface Memory extends Options {
  sessions: ReturnType<typeof createKnownSessions>;
}

type Handler = (call: SignedInCall<Endpoint>) => Promise<unknown>;

/**
 * Remembers sessions and the tags of what browsers poll, until one of their sources changes. A request for what is
 * remembered gets a 304, which has no content, and nothing is read. Everything else is read, by a statement that also
 * finds out whether the session is open (docs/decisions/007-events-polls-and-unread.md#polls-from-memory).
 */
export function openPollMemory(options: Options) {
  const memory: Memory = { ...options, sessions: createKnownSessions(options.feed.versions, options.clock) };
  return {
    /** Resolves once no 304 can be sent any more for data that this server has changed. */
    catchUp: () => options.feed.catchUp(),
    readListVersion: options.feed.readListVersion,
    findSession: (token: string) => findSession(memory, token),
    /** A hook that replies for the handler when nothing has changed. */
    replyUnchanged: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) =>
      replyUnchanged(memory, { request, reply }, done),
    /** Call it before `read`; the result of `read` is remembered once it is sent. */
    begin: (rule: PollRule, call: SignedInCall<Endpoint>, request: FastifyRequest) =>
      beginReading(memory, rule, { call, request }),
    read: (handler: Handler, call: SignedInCall<Endpoint>, request: FastifyRequest) =>
      readFor(memory, handler, { call, request }),
  };
}

export type PollMemory = ReturnType<typeof openPollMemory>;

/** Finds the session behind a token, in memory or in the database. */
async function findSession(memory: Memory, token: string): Promise<OpenSession['session'] | null> {
  const { feed, sessions } = memory;
  const known = sessions.find(token);
  if (known !== null) return known.session;
  if (!feed.versions.isReceiving()) feed.watch();
  const sources = await memory.sourcesOfSession(token);
  // Begun before the session is read: a change in between makes this an old reading.
  const reading = sources === null ? null : feed.versions.begin(sources);
  const found = await memory.findSession(token);
  if (found === null) return null;
  // The use of an access token is noted each time, and a view is over with the right to it.
  if (found.session.accessToken !== undefined || found.session.viewerId !== undefined) return found.session;
  if (reading?.sources.includes(`access:${found.session.id}`)) sessions.remember(token, found, reading);
  return found.session;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

function replyUnchanged({ sessions }: Memory, { request, reply }: Exchange, done: HookHandlerDoneFunction): void {
  const tag = request.headers['if-none-match'];
  const token = tag === undefined ? null : findToken(request.headers.authorization);
  const known = token === null ? null : sessions.find(token);
  if (tag === undefined || known === null || !sessions.isUnchanged(known, request.url, tag)) return done();
  request.actorId = getPersonId(known.session);
  void reply.status(304).header('etag', tag).send();
}

interface Polled {
  call: SignedInCall<Endpoint>;
  request: FastifyRequest;
}

function beginReading({ feed, sessions }: Memory, rule: PollRule, { call, request }: Polled) {
  const reading = feed.versions.begin(rule.sources(call));
  const token = findToken(request.headers.authorization);
  return {
    remember(tag: unknown, result: unknown): void {
      const known = token === null ? null : sessions.find(token);
      if (reading === null || known === null || typeof tag !== 'string') return;
      const goodUntil = rule.validUntil?.(result as never, call) ?? Infinity;
      sessions.rememberReply(known, request.url, { tag, reading, goodUntil });
    },
  };
}

/**
 * Reads for a poll. If nothing is found, the remembered session may be over or have another role, so it is looked up
 * again.
 */
async function readFor(memory: Memory, handler: Handler, { call, request }: Polled): Promise<unknown> {
  try {
    return await handler(call);
  } catch (error) {
    if (!(error instanceof HttpProblem && error.status === 404)) throw error;
    const token = findToken(request.headers.authorization) ?? '';
    memory.sessions.forget(token);
    const session = await findSession(memory, token);
    if (session === null) throw sessionEnded();
    return handler({ ...call, actor: { ...session, requestId: call.requestId } });
  }
}

interface KnownReply {
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
