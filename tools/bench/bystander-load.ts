// The load that `bystander.ts` creates in the name of other customers; a separate process, so that it does not slow
// down the measurement itself.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';

export interface Load {
  url: string;
  /** Logins with the right password, each to another account and from another address. */
  logins: { email: string; password: string }[];
  /** Wrong passwords sent by one signed-in customer, this many at once. */
  wrongPasswords: { token: string; atOnce: number };
  /** Polls of one ticket by one customer, this many at once. */
  polls: { token: string; ticketId: number; atOnce: number };
  /** Uploads that never finish, one for each token. */
  uploads: string[];
}

/** Number of replies by status; 0: no reply. */
export type Counts = Record<keyof Omit<Load, 'url'>, Record<number, number>>;

/** The process ends after this time, even if the measurement fails. */
const RUN_TIMEOUT_MS = 180_000;
const CHUNK_BYTES = 8 * 1024;
const CHUNK_EVERY_MS = 500;
/** Attackers who are refused pause too; a busy loop would measure this process instead. */
const PAUSE_AFTER_REFUSAL_MS = 20;

const counts: Counts = { logins: {}, wrongPasswords: {}, polls: {}, uploads: {} };
const count = (kind: keyof Counts, status: number) => {
  counts[kind][status] = (counts[kind][status] ?? 0) + 1;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object;
}

function send(url: string, agent: Agent, { method, path, headers, body }: Call): Promise<number> {
  return new Promise((resolve) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const call = request(`${url}/api${path}`, { method, agent, headers: { ...headers, ...type } }, (reply) => {
      reply.resume();
      reply.on('close', () => resolve(reply.statusCode ?? 0));
    });
    call.on('error', () => resolve(0));
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Repeats a call, each time after the reply to the previous one. */
async function repeat(kind: keyof Counts, url: string, next: () => Call): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const status = await send(url, agent, next());
    count(kind, status);
    if (status === 0 || status >= 400) await pause(PAUSE_AFTER_REFUSAL_MS);
  }
}

/**
 * Sends the head of a 20 MB file, then a few kilobytes twice a second; starts over when the server closes the
 * connection.
 */
function uploadSlowly(url: string, token: string): void {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const boundary = 'bench-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n`;
  socket.write(
    [
      'POST /api/files HTTP/1.1',
      'host: portal',
      `authorization: Bearer ${token}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      'content-length: 20000000',
      '',
      head,
    ].join('\r\n'),
  );
  const chunk = randomBytes(CHUNK_BYTES);
  const timer = setInterval(() => socket.write(chunk), CHUNK_EVERY_MS);
  socket.on('data', (text) => count('uploads', Number(/^HTTP\/1.1 (\d+)/.exec(text.toString())?.[1] ?? 0)));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(timer);
    setTimeout(() => uploadSlowly(url, token), 1000);
  });
}

function start({ url, logins, wrongPasswords, polls, uploads }: Load): void {
  logins.forEach((login, at) => {
    const headers = { 'x-forwarded-for': `203.0.${Math.floor(at / 200)}.${1 + (at % 200)}` };
    void repeat('logins', url, () => ({ method: 'POST', path: '/login', headers, body: login }));
  });
  for (let at = 0; at < wrongPasswords.atOnce; at += 1) {
    const headers = { authorization: `Bearer ${wrongPasswords.token}` };
    void repeat('wrongPasswords', url, () => ({
      method: 'PUT',
      path: '/users/change-password',
      headers,
      body: { current_password: randomBytes(8).toString('hex'), new_password: 'Clutch-Amber-77' },
    }));
  }
  for (let at = 0; at < polls.atOnce; at += 1) {
    const headers = { authorization: `Bearer ${polls.token}` };
    void repeat('polls', url, () => ({ method: 'GET', path: `/tickets/${polls.ticketId}`, headers }));
  }
  uploads.forEach((token, at) => setTimeout(() => uploadSlowly(url, token), at * 10));
}

// Attackers have their own machines, so their work must not be counted as the server's.
setPriority(10);
process.on('message', (load: Load | 'counts') => {
  if (load === 'counts') process.send?.(counts);
  else start(load);
});
process.on('disconnect', () => process.exit(0));
setTimeout(() => process.exit(1), RUN_TIMEOUT_MS).unref();
