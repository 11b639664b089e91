import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { awaitReply, composeHead, openSocket } from '../testing/raw-socket.ts';
import { watchBodies } from './body-watch.ts';

const CHUNK = Buffer.alloc(1024 * 1024);
const CHUNKS = 20;

test.each(['keep-alive', 'close'])(
  'a refused file is read to its end before the connection closes, so that its sender gets the reply (connection: %s)',
  async (connection) => {
    const app = Fastify();
    watchBodies(app);
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.addHook('onRequest', async (_request, reply) => reply.code(403).send({ message: 'no' }));
    app.post('/files', async () => ({}));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const sender = await openSocket(url);
    const headers = { 'content-type': 'image/x', 'content-length': String(CHUNKS * CHUNK.length), connection };
    await sender.write(composeHead('POST', '/files', headers));
    expect(await awaitReply(sender)).toBe(403);
    for (let sent = 0; sent < CHUNKS; sent += 1) expect([sent, await sender.write(CHUNK)]).toEqual([sent, true]);
    if (connection === 'close') await sender.closed();
    else sender.socket.destroy();
    await app.close();
  },
);
