import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawSocket {
  socket: Socket;
  /** Waits until the other side takes more; false when the connection has ended. */
  write(bytes: string | Uint8Array): Promise<boolean>;
  /** Everything that has arrived so far. */
  received(): string;
  status(): number | null;
  /** The body of the reply as JSON, once it is complete. */
  body(): unknown;
  /** Milliseconds from now until the connection has ended. */
  closed(): Promise<number>;
}

/** A connection on which a test writes bytes exactly as they are. */
export async function openSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // A connection that the server has cut is what is looked for.
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
      const beganAt = performance.now();
      await ended;
      return performance.now() - beganAt;
    },
  };
}

/** The head of a call, with the empty line behind it. */
export const headOf = (method: string, path: string, headers: Record<string, string>): string =>
  `${[`${method} ${path} HTTP/1.1`, 'host: portal', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

/** Waits for a reply, for `ms` at most. */
export async function awaitReply(socket: RawSocket, ms = 5000): Promise<number | null> {
  const until = performance.now() + ms;
  while (socket.status() === null && performance.now() < until && !socket.socket.destroyed) await sleep(10);
  return socket.status();
}
