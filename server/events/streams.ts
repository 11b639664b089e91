import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../http/call.ts';
import { readToken } from '../http/mount.ts';
import { sessionEnded } from '../http/replies.ts';
import type { EventFeed } from './event-feed.ts';

interface Options {
  feed: Pick<EventFeed, 'listen' | 'stop'>;
  /** The session behind a token, or null; asked again while a stream is open, which shows presence. */
  authenticate: (token: string) => Promise<Omit<Actor, 'requestId'> | null>;
  heartbeatMs?: number;
}

/** Proxies drop a connection that was silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** Tabs of one user; the oldest one gives way, and goes on asking as if there were no streams. */
const STREAMS_PER_USER = 12;
/** What a browser that does not read may leave waiting here. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

interface Stream {
  close(): void;
}

/** The open streams of each user, the oldest first. */
function createStreams() {
  const byUser = new Map<number, Set<Stream>>();
  return {
    /** Makes room for one more of this user. */
    admit(userId: number) {
      const open = [...(byUser.get(userId) ?? [])];
      for (const old of open.slice(0, Math.max(0, open.length - STREAMS_PER_USER + 1))) old.close();
    },
    add: (userId: number, stream: Stream) =>
      void byUser.set(userId, (byUser.get(userId) ?? new Set<Stream>()).add(stream)),
    remove(userId: number, stream: Stream) {
      byUser.get(userId)?.delete(stream);
      if (byUser.get(userId)?.size === 0) byUser.delete(userId);
    },
    closeAll() {
      for (const open of byUser.values()) for (const stream of open) stream.close();
    },
  };
}

type Streams = ReturnType<typeof createStreams>;

/**
 * `GET /api/events`: sends a browser what has changed, as server-sent events. Only that it changed: the browser then
 * asks by the call it polls anyway, so that nothing is sent here that the caller may not see.
 */
export function mountEvents(app: FastifyInstance, options: Options): void {
  const streams = createStreams();
  app.addHook('preClose', async () => {
    streams.closeAll();
    await options.feed.stop();
  });
  app.get('/api/events', async (request, reply) => {
    const token = readToken(request);
    const session = token === null ? null : await options.authenticate(token);
    if (token === null || session === null) throw sessionEnded();
    request.actorId = session.id;
    streams.admit(session.id);
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

async function openStream(streams: Streams, { request, reply, token, session, options }: Opening): Promise<void> {
  const { raw } = reply;
  const write = (text: string) => {
    if (raw.writableLength > UNREAD_LIMIT_BYTES) raw.destroy();
    else raw.write(text);
  };
  // Before the response begins: a database that is down is an ordinary 503.
  const stopListening = await options.feed.listen(session, ({ what, id }) => {
    write(`data: ${JSON.stringify({ what, id })}\n\n`);
  });
  reply.hijack();
  // A client that has gone meanwhile would never be reported as gone again, and be served until the program ends.
  if (raw.destroyed) return stopListening();
  const stillThere = async () => {
    const current = await options.authenticate(token);
    if (current === null) raw.end();
    else write(': still here\n\n');
  };
  const heartbeat = setInterval(() => {
    // A database that does not respond is no reason to end a stream.
    stillThere().catch((error: unknown) => request.log.warn({ err: error }, 'a stream could not be checked'));
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  heartbeat.unref();
  const stream = { close: () => raw.end() };
  streams.add(session.id, stream);
  raw.once('close', () => {
    clearInterval(heartbeat);
    stopListening();
    streams.remove(session.id, stream);
  });
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // There is nothing to be asked on this connection afterwards.
    connection: 'close',
    // nginx would collect the events until its buffer is full.
    'x-accel-buffering': 'no',
  });
  write(': listening\n\n');
}
