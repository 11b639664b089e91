import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { englishOf } from '../../contract/texts.ts';

/** A body of which nothing has arrived for this long has ended. */
const SILENCE_MS = 10_000;
/** Time for the whole of a body without a file: these are short. */
const SHORT_BODY_MS = 60_000;
/** How much of a refused body is read, and for how long: a browser sends its whole file before it reads the reply. */
const DRAIN_BYTES = 26 * 1024 * 1024;
const DRAIN_MS = 120_000;
const CHECK_MS = 1000;

const TOO_SLOW = JSON.stringify({ code: 'http.not_in_time', message: englishOf('errors.http.not_in_time') });

interface Body {
  request: FastifyRequest;
  reply: FastifyReply;
  startedAt: number;
  /** When something last arrived, and how much had arrived by then. */
  receivedAt: number;
  bytes: number;
  repliedAt: number | null;
}

/** Requests with a file, which may take long over a slow line. */
const long = new WeakSet<FastifyRequest['raw']>();

/** Lifts the time limit of a short body: a file has begun in this one. */
export const allowLongBody = ({ raw }: FastifyRequest): void => void long.add(raw);

/**
 * Watches every body until it is complete. A sender that goes silent gets a 408; one that goes on sending after the
 * reply is read up to a limit and then cut off. Neither holds a connection, memory or a file.
 */
export function watchBodies(app: FastifyInstance): void {
  const open = new Map<FastifyRequest['raw'], Body>();
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(open, request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) {
      // With this header, Node would close at once, and the sender might never read the reply.
      reply.removeHeader('connection');
      const body = open.get(request.raw);
      if (body !== undefined) drain(body);
    }
    done();
  });
  const timer = setInterval(() => {
    for (const body of open.values()) check(open, body);
  }, CHECK_MS);
  timer.unref();
  app.addHook('onClose', () => clearInterval(timer));
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(open: Map<FastifyRequest['raw'], Body>, request: FastifyRequest, reply: FastifyReply): void {
  const now = performance.now();
  const body = { request, reply, startedAt: now, receivedAt: now, bytes: request.socket.bytesRead, repliedAt: null };
  open.set(request.raw, body);
  request.raw.once('close', () => open.delete(request.raw));
}

/** After the reply, reads and counts what still arrives, and does nothing else with it. */
function drain(body: Body): void {
  const { raw, socket } = body.request;
  const { raw: response } = body.reply;
  if (!response.shouldKeepAlive) {
    // Node would close at once here too; a proxy that asks for it, as nginx does by default, might lose the reply.
    response.shouldKeepAlive = true;
    raw.once('close', () => socket.destroySoon());
  }
  body.repliedAt = performance.now();
  let bytes = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > DRAIN_BYTES) raw.destroy();
  });
  raw.resume();
}

function check(open: Map<FastifyRequest['raw'], Body>, body: Body): void {
  const { raw, socket } = body.request;
  if (raw.complete || raw.destroyed) {
    open.delete(raw);
    return;
  }
  const now = performance.now();
  // If bytes are waiting here to be read, this side is the slow one.
  if (socket.bytesRead !== body.bytes || raw.readableLength > 0) {
    body.bytes = socket.bytesRead;
    body.receivedAt = now;
  }
  const isSilent = now - body.receivedAt >= SILENCE_MS;
  if (body.repliedAt !== null) {
    if (isSilent || now - body.repliedAt >= DRAIN_MS) raw.destroy();
  } else if (isSilent || (!long.has(raw) && now - body.startedAt >= SHORT_BODY_MS)) refuse(body);
}

/** Replies that the body is too slow. Whatever waits for the body ends with the connection, after this reply. */
function refuse({ reply, request }: Body): void {
  const { raw } = reply;
  if (raw.headersSent) {
    request.raw.destroy();
    return;
  }
  reply.hijack();
  raw.writeHead(408, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(TOO_SLOW),
    connection: 'close',
  });
  raw.end(TOO_SLOW);
}
