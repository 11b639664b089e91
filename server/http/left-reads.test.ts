import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listSolutions } from '../../portal/catalogue/catalogue.contract.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { buildCustomer } from '../testing/stories.ts';
import { buildFile } from '../../portal/files/server/files.factory.ts';

const logLines: string[] = [];
let app: TestApp;
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  app = await startTestApp({}, { logLines });
  customer = await buildCustomer(app.deps);
});
afterAll(() => app.stop());
beforeEach(() => {
  logLines.length = 0;
});

interface LogLine {
  level: number;
  msg: string;
  status?: number;
}

const logged = () => logLines.map((line) => JSON.parse(line) as LogLine);
const troubles = () => logged().filter(({ level, status = 0 }) => level > 30 || status >= 500);

/** Sends the head of a call and a part of its body, and goes away. */
async function sendPart(head: string[], part: Uint8Array = new Uint8Array(), waitMs = 150): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  socket.on('error', () => undefined);
  socket.write([...head, 'host: portal', `authorization: Bearer ${customer.token}`, '', ''].join('\r\n'));
  socket.write(part);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  socket.resetAndDestroy();
}

const headOf = (method: string, path: string, headers: Record<string, string> = {}) => [
  `${method} /api${path} HTTP/1.1`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
];

/** Files of the storage that this process has open. */
const countOpenObjects = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(join(app.folder, 'objects'));
    } catch {
      return false;
    }
  }).length;

test('a read that is no longer awaited gives up its place behind the others, and is no error', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const locked = Promise.withResolvers<void>();
  const lock = app.ownerDb.transaction().execute(async (tx) => {
    await sql`lock table solutions`.execute(tx);
    locked.resolve();
    await held;
  });
  await locked.promise;
  await Promise.all(Array.from({ length: 30 }, () => sendPart(headOf('GET', '/solutions'), undefined, 1000)));
  // Of some the server may not have read a word when they were cut off.
  const countGone = () => logged().filter(({ msg }) => msg === 'the sender is gone').length;
  await expect.poll(countGone, { timeout: 5000 }).toBeGreaterThanOrEqual(20);
  release();
  await lock;
  expect((await app.call(listSolutions, {}, customer)).status).toBe(200);
  expect(troubles()).toEqual([]);
});

test('a download that breaks off is no error, and its file is closed', async () => {
  const { id } = await buildFile(app.deps, { user_id: customer.id, bytes: randomBytes(20_000_000) });
  await sendPart(headOf('GET', `/files/${id}/download`));
  await expect.poll(countOpenObjects).toBe(0);
  expect(troubles()).toEqual([]);
});
