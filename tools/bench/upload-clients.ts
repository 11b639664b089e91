// The clients of `uploads.ts` in a separate process: one upload each, all at once, with as little work as possible on
// the client's side. The bytes are the same for all, and ready before the clock starts.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface UploadOrder {
  port: number;
  path: string;
  /** Headers of the call, without its content length. */
  headers: readonly string[];
  /** One token for each client; empty: without a session. */
  tokens: readonly string[];
  /** The parts of the body before and after the file's bytes. */
  before: string;
  after: string;
}

export interface UploadReport {
  /** Seconds from the first byte of the first upload to the reply of the last. */
  seconds: number;
  /** Statuses other than 201; 0: the connection broke. */
  failures: number[];
}

export const UPLOAD_BYTES = 20_000_000;
const file = process.env.ECU_CORPUS === undefined ? randomBytes(UPLOAD_BYTES) : joinDumps(process.env.ECU_CORPUS);

/** Joins real dumps to one file. */
function joinDumps(folder: string): Buffer {
  const joined = Buffer.alloc(UPLOAD_BYTES);
  let at = 0;
  for (const name of readdirSync(join(folder, 'files'))) {
    if (at >= UPLOAD_BYTES) break;
    at += readFileSync(join(folder, 'files', name)).copy(joined, at);
  }
  return joined;
}

function upload({ port, path, headers, before, after }: UploadOrder, token: string): Promise<number> {
  const [head, tail] = [Buffer.from(before), Buffer.from(after)];
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...headers,
    ...(token === '' ? [] : [`authorization: Bearer ${token}`]),
    `content-length: ${head.length + file.length + tail.length}`,
  ];
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let reply = '';
    socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
    socket.on('error', () => undefined).on('close', () => resolve(Number(reply.slice(9, 12))));
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(head);
    socket.write(file);
    socket.write(tail);
  });
}

process.on('message', (order: UploadOrder) => {
  const startedAt = performance.now();
  void Promise.all(order.tokens.map((token) => upload(order, token))).then((statuses) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const failures = statuses.filter((status) => status !== 201);
    process.send?.({ seconds, failures } satisfies UploadReport);
  });
});
process.on('disconnect', () => process.exit(0));
