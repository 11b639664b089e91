import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawSocket {
  socket: Socket;
  /** Waits until the other side accepts more; returns false when the connection has ended. */
  write(bytes: string | Uint8Array): Promise<boolean>;
  /** Everything that has arrived so far. */
  received(): string;
  status(): number | null;
  /** The body of the response as JSON, once it is complete. */
  body(): unknown;
  /** Resolves with the milliseconds from now until the connection has ended. */
  closed(): Promise<number>;
}

/** Opens a connection on which a test writes bytes exactly as given. */
export async function openSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // Ignored, because the tests check whether the server cuts the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  return {
    socket,
    async write(bytes) {
      if (socket.destroyed || !socket.writable) return false;
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended]);
      return !socket.destroyed;
    },
    received: () => text,
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0) || null,
    body: () => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as unknown,
    async closed() {
      const startedAt = performance.now();
      await ended;
      return performance.now() - startedAt;
    },
  };
}

/** Builds the head of a request, including the empty line that ends it. */
export const composeHead = (method: string, path: string, headers: Record<string, string>): string =>
  `${[`${method} ${path} HTTP/1.1`, 'host: portal', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

/** Waits for a response, or until the connection has ended; `ms` only has to suffice for a busy machine. */
export async function awaitReply(socket: RawSocket, ms = 30_000): Promise<number | null> {
  const until = performance.now() + ms;
  while (socket.status() === null && performance.now() < until && !socket.socket.destroyed) await sleep(10);
  return socket.status();
}
