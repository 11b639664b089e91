// A connection of a simulated browser: one call after the other, with as little work as possible on the client's side.
import { connect, type Socket } from 'node:net';

export interface LineReply {
  /** HTTP status; 0: the connection broke. */
  status: number;
  etag: string;
}

export interface Line {
  send(request: string): Promise<LineReply>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';

/** Reads the first complete reply in the text; null while part of it is missing. */
function readReply(text: string): LineReply | null {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return null;
  const status = Number(text.slice(9, 12));
  const head = text.slice(0, end).toLowerCase();
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  if (status !== 304 && text.length < end + HEAD_END.length + length) return null;
  return { status, etag: /\r\netag: (\S+)/i.exec(text.slice(0, end))?.[1] ?? '' };
}

export function openLine(port: number): Line {
  let socket: Socket | null = null;
  let text = '';
  let settle: ((reply: LineReply) => void) | null = null;
  const finish = (reply: LineReply) => {
    text = '';
    const resolve = settle;
    settle = null;
    resolve?.(reply);
  };
  const open = (): Socket => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.setEncoding('latin1');
    opened.on('data', (part: string) => {
      text += part;
      const reply = readReply(text);
      if (reply !== null) finish(reply);
    });
    opened.on('error', () => undefined);
    opened.once('close', () => {
      if (socket === opened) socket = null;
      finish({ status: 0, etag: '' });
    });
    return opened;
  };
  return {
    send(request) {
      socket ??= open();
      socket.write(request, 'latin1');
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    close: () => void socket?.destroy(),
  };
}

/** Opens an event stream; resolves with true when it is open. It is read for as long as the process runs. */
export function openStream(port: number, token: string, onEnd: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1', 9, 12) === '200'));
    socket.once('close', () => {
      resolve(false);
      onEnd();
    });
    socket.resume();
  });
}
