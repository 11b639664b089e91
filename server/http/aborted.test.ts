import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { buildApp } from '../../app/server/app.ts';
import { quietFeed } from '../testing/quiet-feed.ts';
import { composeHead, openSocket } from '../testing/raw-socket.ts';
import { listStoredKeys } from '../testing/stored-bytes.ts';
import { buildCustomer } from '../testing/stories.ts';
import { app, openStage } from '../testing/stage.ts';
import { replyToError } from './replies.ts';

openStage();

test.each([
  [
    'an upload',
    '/api/files',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nbytes',
    1,
  ],
  ['JSON', '/api/login', 'application/json', '{"email":', 0],
])(
  '%s that is cut off by its sender logs no error and leaves no stored bytes behind',
  async (_, path, type, body, stored) => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const { token } = await buildCustomer(app.deps);
    const logger = { level: 'debug', stream };
    const own = await buildApp({ deps: app.deps, feed: quietFeed(), logger, webFolder: null });
    const connections: Socket[] = [];
    own.server.on('connection', (connection: Socket) => connections.push(connection));
    const url = await own.listen({ port: 0, host: '127.0.0.1' });
    const socket = await openSocket(url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': '1000' };
    const part = composeHead('POST', path, headers) + body;
    await socket.write(part);
    await expect.poll(() => connections[0]?.bytesRead).toBe(part.length);
    await expect.poll(() => listStoredKeys(app)).toHaveLength(stored);
    socket.socket.destroy();
    await expect.poll(() => connections[0]?.destroyed).toBe(true);
    await expect.poll(() => listStoredKeys(app)).toEqual([]);
    // Shows that the log works: this call is in it.
    await fetch(`${url}/api/nothing`);
    await expect.poll(() => lines.filter((line) => line.includes('/api/nothing')).length).toBe(1);
    const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level);
    expect(Math.max(...levels)).toBe(pino.levels.values.info);
    await own.close();
  },
);

test('what was being read for a client that leaves, and ends with its connection, is no fault of ours', async () => {
  const lines: { level: number; msg: string }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
  const own = Fastify({ logger: { level: 'debug', stream } });
  own.setErrorHandler(replyToError);
  own.get('/read', async (_request, reply) => {
    const bytes = new Readable({ read: () => undefined });
    reply.raw.once('close', () => bytes.destroy());
    for await (const piece of bytes) expect(piece).toBeDefined();
  });
  const url = await own.listen({ port: 0, host: '127.0.0.1' });
  const reader = await openSocket(url);
  const asked = once(own.server, 'request');
  await reader.write(composeHead('GET', '/read', {}));
  await asked;
  reader.socket.destroy();
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('the sender is gone');
  expect(lines.filter(({ level }) => level > (pino.levels.values.info ?? 0))).toEqual([]);
  await own.close();
});
