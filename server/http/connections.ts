import { codeOf } from '../../portal/refusal.ts';
import { STATUS_CODES, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorKey, englishOf } from '../../portal/texts.ts';

/** Time for the head of a call to be complete; on a new connection it runs from the opening of that. */
const HEADERS_MS = 10_000;
/** Time for a whole call. Large files over slow lines take long; silence is ended by `watchBodies`. */
const WHOLE_CALL_MS = 3_600_000;
/**
 * Time without a call: longer than proxies hold a connection for later use (nginx: 60 s), or they would find it closed.
 */
const IDLE_MS = 72_000;
const CHECK_MS = 1000;

/** How long a connection may take, as enforced by Node's HTTP server. */
export const connectionLimits = {
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS } satisfies ServerOptions,
  requestTimeout: WHOLE_CALL_MS,
  keepAliveTimeout: IDLE_MS,
};

const PROBLEMS: Record<string, [status: number, key: ErrorKey]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'errors.http.not_in_time'],
  HPE_HEADER_OVERFLOW: [431, 'errors.http.large_header'],
};

/** Replies to input that is not HTTP, or not in time, in the form of every other problem, and closes the connection. */
export function endBadConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, key] = PROBLEMS[error.code ?? ''] ?? [400, 'errors.http.bad_request'];
  const body = JSON.stringify({ code: codeOf(key), message: englishOf(key) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
