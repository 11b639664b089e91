import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { englishOf } from '../../portal/texts.ts';

/** A body of which nothing arrives for so long has ended. */
const SILENCE_MS = 10_000;
/** All of a body without a file: those are short. */
const SHORT_BODY_MS = 60_000;
/**
 * So much, and for so long, is read of what was refused: a browser sends its file to the end before it looks at the
 * reply.
 */
const DRAIN_BYTES = 26 * 1024 * 1024;
const DRAIN_MS = 120_000;
const CHECK_MS = 1000;

const TOO_SLOW = JSON.stringify({ code: 'http.not_in_time', message: englishOf('errors.http.not_in_time') });

interface Body {
  request: FastifyRequest;
  reply: FastifyReply;
  beganAt: number;
  /** When something arrived last, and how much had arrived then. */
  receivedAt: number;
  bytes: number;
  repliedAt: number | null;
}

/** Those with a file, whose size the line may make slow. */
const long = new WeakSet<FastifyRequest['raw']>();

/** A file has begun in this body. */
export const allowLongBody = ({ raw }: FastifyRequest): void => void long.add(raw);

/**
 * Watches every body until it is complete. A sender that goes silent reads 408; one that goes on sending after the reply
 * is read to a bound, and then cut off. Neither holds a connection, memory or a file.
 */
export function watchBodies(app: FastifyInstance): void {
  const open = new Map<FastifyRequest['raw'], Body>();
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(open, request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) {
      // With it, Node would close at once, and the sender might never read the reply.
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
  const body = { request, reply, beganAt: now, receivedAt: now, bytes: request.socket.bytesRead, repliedAt: null };
  open.set(request.raw, body);
  request.raw.once('close', () => open.delete(request.raw));
}

/** There is a reply: what still comes is read and counted, and nothing else. */
function drain(body: Body): void {
  const { raw } = body.request;
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
  // What waits here to be read means that this side is the slow one.
  if (socket.bytesRead !== body.bytes || raw.readableLength > 0) {
    body.bytes = socket.bytesRead;
    body.receivedAt = now;
  }
  const isSilent = now - body.receivedAt >= SILENCE_MS;
  if (body.repliedAt !== null) {
    if (isSilent || now - body.repliedAt >= DRAIN_MS) raw.destroy();
  } else if (isSilent || (!long.has(raw) && now - body.beganAt >= SHORT_BODY_MS)) refuse(body);
}

/** Whatever waits for the body ends with the connection, after this reply. */
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
