import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Actor } from '../http/call.ts';
import { mountEvents } from './streams.ts';

const session: Omit<Actor, 'requestId'> = { id: 7, role: 'ADMIN', verified: true, sessionId: 's' };

test('an open stream asks again and again whether the session is still good, and ends with it', async () => {
  let asked = 0;
  const app = Fastify();
  mountEvents(app, {
    feed: { listen: async () => () => undefined, stop: async () => undefined },
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
