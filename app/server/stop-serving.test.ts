import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeLateConnections } from '../../server/http/connections.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { createReadiness, mountHealth, type Readiness } from './health.ts';
import { stopServing } from './worker-server.ts';

let portal: TestApp;
let app: FastifyInstance;
let readiness: Readiness;
let url: string;
beforeEach(async () => {
  portal = await startTestApp();
  readiness = createReadiness();
  app = Fastify({ logger: false });
  closeLateConnections(app);
  mountHealth(app, portal.deps, readiness);
  app.post('/upload', (request, reply) => reply.send(request.body));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await app.close();
  await portal.stop();
});

async function askHealth(path: string) {
  const response = await fetch(`${url}/api/health/${path}`);
  return [response.status, await response.json()];
}

const stop = ({ stopDelaySeconds, drainSeconds }: { stopDelaySeconds: number; drainSeconds: number }) =>
  stopServing(app, { config: { stopDelaySeconds }, drainSeconds, readiness, background: null });

/** Begins an upload whose first bytes have arrived. */
async function beginUpload(): Promise<{ socket: Socket; received: () => string }> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  const arrived = once(app.server, 'request');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.write(
    'POST /upload HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n"abc',
  );
  await arrived;
  return { socket, received: () => text };
}

test('a process asked to stop is alive but not ready, and keeps serving until proxies have noticed', async () => {
  expect(await askHealth('live')).toEqual([200, { status: 'ok' }]);
  expect(await askHealth('ready')).toEqual([200, { status: 'ready' }]);
  void stop({ stopDelaySeconds: 3600, drainSeconds: 600 });
  expect(await askHealth('ready')).toEqual([503, { status: 'stopping' }]);
  expect(await askHealth('live')).toEqual([200, { status: 'ok' }]);
});

test('an upload in progress is received completely, and new requests are not accepted', async () => {
  const { socket, received } = await beginUpload();
  const stopped = stop({ stopDelaySeconds: 0, drainSeconds: 600 });
  await expect.poll(() => app.server.listening).toBe(false);
  await expect(fetch(`${url}/api/health/live`)).rejects.toThrow('fetch failed');
  socket.write('def"');
  await stopped;
  await expect.poll(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*abcdef$/);
});

test('an upload that exceeds the allowed time is cut off, and the process ends', async () => {
  const { socket, received } = await beginUpload();
  const closed = once(socket, 'close');
  await stop({ stopDelaySeconds: 0, drainSeconds: 0 });
  await closed;
  expect([received(), app.server.listening]).toEqual(['', false]);
});

test('a process without its database is not ready', async () => {
  await portal.db.destroy();
  expect(await askHealth('ready')).toEqual([503, { status: 'database' }]);
});
