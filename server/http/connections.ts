import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  STATUS_CODES,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codeOf } from '../../contract/refusal.ts';
import { type ErrorKey, englishOf } from '../../contract/texts.ts';
import { listenProblem } from '../preflight.ts';

/** Time for the head of a call to be complete; on a new connection it runs from the opening of that. */
const HEADERS_MS = 10_000;
/** Time for a whole call. Large files over slow lines take long; silence is ended by `watchBodies`. */
const WHOLE_CALL_MS = 3_600_000;
/**
 * Time without a call: longer than proxies hold a connection for later use (nginx: 60 s), or they would find it closed.
 */
const IDLE_MS = 72_000;
/**
 * Time in which nothing is read or written: a reader that stops reading ends, and with it the file that it holds open.
 * Longer than any call takes until its reply begins (LONG_WORK_SECONDS, and waiting for a turn before it).
 */
const STUCK_MS = 300_000;
const CHECK_MS = 1000;

/** How long a connection may take, as enforced by Node's HTTP server. */
export const connectionLimits = {
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS } satisfies ServerOptions,
  requestTimeout: WHOLE_CALL_MS,
  connectionTimeout: STUCK_MS,
  keepAliveTimeout: IDLE_MS,
};

const PROBLEMS: Record<string, [status: number, key: ErrorKey]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'errors.http.not_in_time'],
  HPE_HEADER_OVERFLOW: [431, 'errors.http.large_header'],
};

/**
 * Returns the options of a server whose replies from before any hook of the app carry the headers as well: those to
 * input that is not HTTP, and those that Node and Fastify write by themselves (400 without Host, 417, 503 while closing).
 */
export const guardRawReplies = (headers: OutgoingHttpHeaders) => ({
  http: { ...connectionLimits.http, ServerResponse: guardedResponse(headers) },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => endBadConnection(error, socket, headers),
});

const PROTECTION = 'x-content-type-options';

function guardedResponse(headers: OutgoingHttpHeaders): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: unknown[]): this {
      const given = rest.at(-1);
      const isGuarded =
        this.hasHeader(PROTECTION) || (typeof given === 'object' && given !== null && PROTECTION in given);
      if (status >= 400 && !isGuarded) this.setHeaders(new Map(Object.entries(headers) as [string, string][]));
      return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]));
    }
  };
}

/** Replies to input that is not HTTP, or not in time, in the form of every other problem, and closes the connection. */
function endBadConnection(error: NodeJS.ErrnoException, socket: Socket, headers: OutgoingHttpHeaders): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, key] = PROBLEMS[error.code ?? ''] ?? [400, 'errors.http.bad_request'];
  const body = JSON.stringify({ code: codeOf(key), message: englishOf(key) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

const AGAIN_MS = 50;

/**
 * Also closes connections that serve their last call while the server is closing, and those that browsers have opened in
 * advance. Node closes those that are idle at that moment after a call, and waits for all others, which browsers then
 * hold open for as long as they like.
 */
export function closeLateConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const again = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, AGAIN_MS);
    app.server.once('close', () => clearInterval(again));
  });
}

/**
 * Number of connections that may wait to be accepted. Node's default, 511, is less than what opens at once after a
 * restart: connections beyond it are dropped, and their browsers try again after one, three and seven seconds. The
 * system may allow less (`net.core.somaxconn`).
 */
const BACKLOG = 4096;

/** Listens without Fastify's log lines about the addresses, which would only hide those that the caller prints. */
export async function listenQuietly(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<void> {
  const level = app.log.level;
  app.log.level = 'warn';
  await app.listen({ port, host, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw listenProblem(error, { port, host });
  });
  app.log.level = level;
}
