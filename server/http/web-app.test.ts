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
  // Neither is it found by a search.
  const readRobots = async (url: string) => (await app.inject(url)).headers['x-robots-tag'];
  expect(await readRobots('/changes?token=abc')).toBe('noindex');
  expect(await readRobots('/login')).toBeUndefined();
  await app.close();
  await rm(folder, { recursive: true });
});

test('every file that is text states its character set, also a drawing, which is XML', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-web-'));
  const names = ['index.html', 'icon.svg', 'theme.js', 'offline.css'];
  for (const name of names) await writeFile(join(folder, name), ' ');
  const app = Fastify();
  await serveWebApp(app, folder, [], async () => ({}));
  for (const name of ['/', ...names.slice(1)])
    expect((await app.inject(name)).headers['content-type']).toMatch(
      /^(text|image|application)\/[\w+]+; charset=utf-8$/,
    );
  await app.close();
  await rm(folder, { recursive: true });
});
