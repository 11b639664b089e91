import Fastify from 'fastify';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Actor } from '../http/call.ts';
import { mountEvents } from './streams.ts';

const session: Omit<Actor, 'requestId'> = {
  id: 7,
  role: 'ADMIN',
  staff_capabilities: null,
  verified: true,
  sessionId: 's',
};

const slots = { take: async () => randomUUID(), leave: async () => undefined, close: async () => undefined };

test('an open stream keeps checking that its session is valid, and ends with it', async () => {
  let asked = 0;
  const app = Fastify();
  mountEvents(app, {
    feed: {
      listen: async () => () => undefined,
      onStreamDisplaced: () => undefined,
      onAccessChange: () => undefined,
      stop: async () => undefined,
    },
    slots,
    authenticate: async () => {
      asked += 1;
      return asked < 4 ? session : null;
    },
    heartbeatMs: 10,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { authorization: 'Bearer x' } });
  expect(await response.text()).toBe(': listening\n\n: still here\n\n: still here\n\n');
  expect(asked).toBe(4);
  await app.close();
});

test('a client that disconnects before the stream is open leaves nothing running', async () => {
  const listening = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let stopped = 0;
  const asked: Record<string, number> = {};
  const app = Fastify();
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.once('close', () => gone.resolve());
    done();
  });
  mountEvents(app, {
    feed: {
      listen: async () => {
        listening.resolve();
        await gone.promise;
        return () => {
          stopped += 1;
        };
      },
      onStreamDisplaced: () => undefined,
      onAccessChange: () => undefined,
      stop: async () => undefined,
    },
    slots,
    authenticate: async (token) => {
      asked[token] = (asked[token] ?? 0) + 1;
      return session;
    },
    heartbeatMs: 5,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const leaving = new AbortController();
  const request = fetch(`${url}/api/events`, {
    headers: { authorization: 'Bearer leaves' },
    signal: leaving.signal,
  }).catch(() => undefined);
  await listening.promise;
  leaving.abort();
  await request;
  await expect.poll(() => stopped).toBe(1);
  const staying = new AbortController();
  await fetch(`${url}/api/events`, { headers: { authorization: 'Bearer stays' }, signal: staying.signal });
  await expect.poll(() => asked['stays']).toBeGreaterThan(10);
  expect(asked['leaves']).toBe(1);
  staying.abort();
  await app.close();
});
