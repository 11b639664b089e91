import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getPersonId, type Actor } from '../http/call.ts';
import { readToken } from '../http/access.ts';
import { sessionEnded } from '../http/replies.ts';
import type { EventFeed } from './event-feed.ts';
import type { StreamSlots } from './stream-slots.ts';

interface Options {
  feed: Pick<EventFeed, 'listen' | 'onStreamDisplaced' | 'onAccessChange' | 'stop'>;
  /** Limits how many streams a user has, across all processes. */
  slots: Pick<StreamSlots, 'take' | 'leave' | 'close'>;
  /** Returns the session behind a token, or null; called again while a stream is open, which shows presence. */
  authenticate: (token: string) => Promise<Omit<Actor, 'requestId'> | null>;
  heartbeatMs?: number;
}

/** Proxies drop a connection that has been silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** How much unread data a browser may leave waiting here. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

interface Stream {
  /** What announces that its session may be over. */
  sources: readonly string[];
  end: () => void;
  /** Ends it unless its session is still open. */
  check: () => void;
}

/** The streams of this process, by id. */
type Streams = Map<string, Stream>;

/**
 * `GET /api/events`: sends a browser what has changed, as server-sent events. Only the fact is sent: the browser then
 * makes the call that it polls anyway, so nothing is sent here that the caller may not see.
 */
export function mountEvents(app: FastifyInstance, options: Options): void {
  const streams: Streams = new Map();
  options.feed.onStreamDisplaced((stream) => streams.get(stream)?.end());
  options.feed.onAccessChange((source) => {
    for (const { sources, check } of streams.values()) if (source === null || sources.includes(source)) check();
  });
  app.addHook('preClose', async () => {
    const closed = options.slots.close();
    for (const { end } of streams.values()) end();
    await options.feed.stop();
    await closed;
  });
  app.get('/api/events', async (request, reply) => {
    const token = readToken(request);
    const session = token === null ? null : await options.authenticate(token);
    if (token === null || session === null) throw sessionEnded();
    request.actorId = getPersonId(session);
    await openStream(streams, { request, reply, token, session, options });
    return reply;
  });
}

interface Opening {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string;
  session: Omit<Actor, 'requestId'>;
  options: Options;
}

/** Returns when a token expires, in milliseconds; the longest time of a timer when it does not say. */
function readExpiry(token: string): number {
  const longest = Date.now() + 2_000_000_000;
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: number };
    return Math.min(longest, (exp ?? Infinity) * 1000);
  } catch {
    return longest;
  }
}

async function openStream(streams: Streams, { request, reply, token, session, options }: Opening): Promise<void> {
  const { raw } = reply;
  const { feed, slots } = options;
  const write = (text: string) => {
    if (raw.writableLength > UNREAD_LIMIT_BYTES) raw.destroy();
    else raw.write(text);
  };
  // Comes before the response begins, so that a database that is down leads to an ordinary 503.
  const stopListening = await feed.listen(session, ({ what, id }) => {
    write(`data: ${JSON.stringify({ what, id })}\n\n`);
  });
  // Staff who look at the portal as its user take none of the user's places.
  const id = await slots.take(session.viewerId ?? getPersonId(session)).catch((error: unknown) => {
    stopListening();
    throw error;
  });
  const leave = () => {
    stopListening();
    streams.delete(id);
    void slots.leave(id);
  };
  reply.hijack();
  // A client that has already gone would not be reported again, and would be served until the program ends.
  if (raw.destroyed) return leave();
  const sendHeartbeat = async () => {
    const current = await options.authenticate(token);
    if (current === null) raw.end();
    else write(': still here\n\n');
  };
  const check = () => {
    // A database that does not respond is no reason to end the stream.
    sendHeartbeat().catch((error: unknown) => request.log.warn({ err: error }, 'a stream could not be checked'));
  };
  const heartbeat = setInterval(check, options.heartbeatMs ?? HEARTBEAT_MS);
  const expiry = setTimeout(check, Math.max(0, readExpiry(token) - Date.now()) + 100);
  for (const timer of [heartbeat, expiry]) timer.unref();
  const sources = [`session:${session.sessionId}`, `access:${session.id}`, `access:${getPersonId(session)}`];
  streams.set(id, { sources, end: () => raw.end(), check });
  raw.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(expiry);
    leave();
  });
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // This connection is not used for another request afterwards.
    connection: 'close',
    // Without it, nginx would collect the events until its buffer is full.
    'x-accel-buffering': 'no',
  });
  write(': listening\n\n');
}
