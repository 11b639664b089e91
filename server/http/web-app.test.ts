import Fastify from 'fastify';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveWebApp } from './web-app.ts';

test('the page of a mailed link sends no referrer, as its address contains the token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-web-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('referrer-policy', 'same-origin');
  });
  await serveWebApp(app, folder, [], async () => ({}));
  const readPolicy = async (url: string) => (await app.inject(url)).headers['referrer-policy'];
  expect(await readPolicy('/reset-password?token=abc')).toBe('no-referrer');
  expect(await readPolicy('/activate-account?lang=de&token=abc')).toBe('no-referrer');
  expect(await readPolicy('/login?from=token')).toBe('same-origin');
  await app.close();
  await rm(folder, { recursive: true });
});
