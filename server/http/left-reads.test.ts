import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listSolutions } from '../../features/catalogue/catalogue.calls.ts';
import { lockTables } from '../testing/locks.ts';
import { buildCustomer } from '../testing/stories.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { app, openStage } from '../testing/stage.ts';

const logLines: string[] = [];
openStage({ logLines });
const connections: Socket[] = [];
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  app.server.on('connection', (connection: Socket) => connections.push(connection));
  customer = await buildCustomer(app.deps);
});
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

/** Sends the head of a call, and disconnects once the server has it and `isReached` holds. */
async function sendHead(head: string[], isReached = () => true): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  socket.on('error', () => undefined);
  const text = [...head, 'host: portal', `authorization: Bearer ${customer.token}`, '', ''].join('\r\n');
  socket.write(text);
  const accepted = () => connections.find(({ remotePort }) => remotePort === socket.localPort);
  await expect.poll(() => accepted()?.bytesRead === text.length && isReached()).toBe(true);
  socket.resetAndDestroy();
}

const composeHead = (method: string, path: string, headers: Record<string, string> = {}) => [
  `${method} /api${path} HTTP/1.1`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
];

/** Counts the files of the storage that this process has open. */
const countOpenObjects = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(join(app.folder, 'objects'));
    } catch {
      return false;
    }
  }).length;

test('a read whose client has gone leaves the queue and logs no error', async () => {
  const release = await lockTables(app, 'solutions');
  await Promise.all(Array.from({ length: 30 }, () => sendHead(composeHead('GET', '/solutions'))));
  const countGone = () => logged().filter(({ msg }) => msg === 'the sender is gone').length;
  await expect.poll(countGone).toBe(30);
  await release();
  expect((await app.call(listSolutions, {}, customer)).status).toBe(200);
  expect(troubles()).toEqual([]);
});

test('an aborted download logs no error, and its file is closed', async () => {
  const { id } = await buildFile(app.deps, { user_id: customer.id, bytes: randomBytes(20_000_000) });
  await sendHead(composeHead('GET', `/files/${id}/download`), () => countOpenObjects() > 0);
  await expect.poll(countOpenObjects).toBe(0);
  expect(troubles()).toEqual([]);
});
