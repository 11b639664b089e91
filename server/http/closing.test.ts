import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeLateConnections } from './connections.ts';

test('an idle connection does not keep the server from closing after its last response', async () => {
  const app = Fastify();
  closeLateConnections(app);
  let response = () => {};
  app.get('/slow', (_request, reply) => {
    response = () => void reply.send('late');
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const browser = connect(port, '127.0.0.1');
  browser.resume();
  // The headers go out before the server begins to close, so the response promises to keep the connection.
  const asked = once(app.server, 'request');
  browser.write('GET /slow HTTP/1.1\r\nHost: here\r\nConnection: keep-alive\r\n\r\n');
  await asked;
  const closed = app.close().then(() => 'closed');
  await expect.poll(() => app.server.listening).toBe(false);
  response();
  // Node's server waits for an idle connection longer than a test may take.
  expect(await closed).toBe('closed');
  browser.destroy();
});

test('a connection that was opened in advance does not keep the server from closing', async () => {
  const app = Fastify();
  closeLateConnections(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const opened = once(app.server, 'connection');
  const browser = connect(port, '127.0.0.1');
  browser.resume();
  await opened;
  const closed = once(browser, 'close');
  // Node's server waits for it longer than a test may take.
  await app.close();
  await closed;
  expect(browser.bytesRead).toBe(0);
});
