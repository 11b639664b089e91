import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { switchDtcsOff } from '../../features/dtc-off/dtc-off.calls.ts';
import { downloadOriginal } from '../../features/files/files.calls.ts';
import { createFile } from '../../features/files/upload/upload.calls.ts';
import { listOperatorNotices } from '../../features/shop/notices/notices.calls.ts';
import { sendMessage } from '../../features/tickets/tickets.calls.ts';
import { buildAiSession } from '../../features/dtc-off/server/dtc-off.factory.ts';
import { endpoints } from '../../app/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { multipart } from '../testing/raw-call.ts';
import { readHealth } from '../testing/read-health.ts';
import { listStoredKeys } from '../testing/stored-bytes.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { buildAdmin, buildCustomer, readBalance } from '../testing/stories.ts';
import { buildTarget, nameOf } from '../testing/targets.ts';
import { openDiskSpace } from './disk-space.ts';
import { BYTES_OF_MB } from '../../contract/amounts.ts';
import { isForAdministrators } from '../testing/right-role.ts';

const SENTENCE = 'The portal has no room for files at the moment.';
const PLENTY = 10_000 * BYTES_OF_MB;
const LOW = 499 * BYTES_OF_MB;

describe('below the disk reserve', () => {
  let app: TestApp;
  let free = PLENTY;
  const space = openDiskSpace({
    folders: ['anywhere'],
    reserveBytes: 500 * BYTES_OF_MB,
    readFree: async () => free,
    freshMs: 0,
  });
  beforeAll(async () => {
    app = await startTestApp({}, { space });
  });
  afterAll(() => app.stop());
  afterEach(() => {
    free = PLENTY;
  });

  const uploads = endpoints
    .filter(({ file }) => file !== undefined)
    .map((endpoint) => ({ endpoint, name: nameOf(endpoint) }));

  test.each(uploads)('$name refuses a file with a sentence and stores nothing', async ({ endpoint }) => {
    const caller = isForAdministrators(endpoint) ? await buildAdmin(app.deps) : await buildCustomer(app.deps);
    const target = await buildTarget(app.deps, endpoint, caller);
    const file = target.file ?? { name: 'golf.bin', bytes: new TextEncoder().encode('bytes') };
    const before = await listStoredKeys(app);
    free = LOW;
    const refused = await app.call(endpoint, target.input, { token: caller.token, file });
    expect([refused.status, refused.body]).toEqual([400, { code: 'storage.no_room', message: SENTENCE }]);
    expect(await listStoredKeys(app)).toEqual(before);
    free = PLENTY;
    expect((await app.call(endpoint, target.input, { token: caller.token, file })).status).toBeLessThan(300);
  });

  test('a message without an attachment can be sent, and a stored file downloaded', async () => {
    const customer = await buildCustomer(app.deps);
    const message = await buildTarget(app.deps, sendMessage, customer);
    const stored = await buildTarget(app.deps, downloadOriginal, customer);
    free = LOW;
    expect((await app.call(sendMessage, message.input, customer)).status).toBeLessThan(300);
    expect((await app.call(downloadOriginal, stored.input, customer)).status).toBe(200);
  });

  test('DTC OFF refuses before it charges any credits', async () => {
    const customer = await buildCustomer(app.deps);
    await buildCredits(app.deps, customer.id, 25);
    const { file_name, ecu_id } = await buildAiSession(app.deps, { user_id: customer.id });
    const wish = { file_name, ecu_id, dtcs: 'P0616', is_first: true };
    free = LOW;
    const refused = await app.call(switchDtcsOff, wish, customer);
    expect([refused.status, refused.body]).toEqual([400, { code: 'storage.no_room', message: SENTENCE }]);
    expect(await readBalance(app, customer.id)).toBe(25);
    free = PLENTY;
    expect((await app.call(switchDtcsOff, wish, customer)).status).toBe(200);
    expect(await readBalance(app, customer.id)).toBe(15);
  });

  test('the notices and the health report show the shortage until there is room', async () => {
    const admin = await buildAdmin(app.deps);
    const health = async () => (await readHealth(app)).body;
    const notices = async () => (await app.call(listOperatorNotices, {}, admin)).body;
    free = LOW;
    expect(await notices()).toMatchObject([{ kind: 'disk.low', details: { free_mb: 499, reserve_mb: 500 } }]);
    expect(await health()).toMatchObject({
      status: 'notices',
      notices: ['disk.low'],
      disk: { status: 'low', free_mb: 499 },
    });
    free = PLENTY;
    expect(await notices()).toEqual([]);
    expect(await health()).toMatchObject({ status: 'ok', notices: [], disk: { status: 'ok', free_mb: 10_000 } });
  });

  test('a large upload gets its response before it has arrived, and its connection is good for the next call', async () => {
    const customer = await buildCustomer(app.deps);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const large = multipart([{ name: 'file', fileName: 'golf.bin', value: randomBytes(20_000_000) }]);
    free = LOW;
    // The second half is sent only after the response.
    const refused = await callOver(agent, `${app.url}/api/files`, {
      ...large,
      token: customer.token,
      isHeldBack: true,
    });
    expect([refused.status, (JSON.parse(refused.text) as { message: string }).message]).toEqual([400, SENTENCE]);
    const next = await callOver(agent, `${app.url}/api/users/my`, { headers: {}, token: customer.token });
    expect([next.status, next.isReused]).toEqual([200, true]);
    agent.destroy();
  });
});

interface OverAgent {
  headers: Record<string, string>;
  body?: Buffer;
  token: string;
  /** Sends the second half of the body only after the response has arrived. */
  isHeldBack?: boolean;
}

function callOver(
  agent: Agent,
  url: string,
  { headers, body, token, isHeldBack = false }: OverAgent,
): Promise<{ status: number; text: string; isReused: boolean }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(url, { agent, method, headers: { ...headers, authorization: `Bearer ${token}` } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => {
        const response = { status: reply.statusCode ?? 0, text, isReused: call.reusedSocket };
        if (!isHeldBack) return resolve(response);
        call.end(body?.subarray(body.length >> 1), () => resolve(response));
      });
    });
    call.on('error', reject);
    if (isHeldBack) call.write(body?.subarray(0, body.length >> 1));
    else call.end(body);
  });
}

/** Mounts a file system of 8 MB in memory; null when this user may not mount one. */
function mountSmall(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'tunedesk-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place]);
  if (mounted.status === 0) return place;
  rmSync(place, { recursive: true });
  return null;
}

const small = mountSmall();
if (small === null) console.warn('SKIPPED: a disk that is really full, because nothing can be mounted here.');

describe.skipIf(small === null)('a truly full disk', () => {
  const folder = small ?? '';
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({}, { space: openDiskSpace({ folders: [folder], reserveBytes: 0 }), filesIn: folder });
    solution = (await buildSolution(app.deps)).id;
  });
  afterEach(async () => {
    await app.stop();
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  });
  afterAll(() => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (token: string, bytes: Buffer<ArrayBuffer>) =>
    app.call(createFile, { ...VEHICLE, solution_ids: [solution] }, { token, file: { name: 'golf.bin', bytes } });
  let solution: number;

  test('every upload gets a response, nothing partial remains, and earlier bytes are unchanged', async () => {
    const customer = await buildCustomer(app.deps);
    const first = randomBytes(2_000_000);
    const accepted = await send(customer.token, first);
    expect(accepted.status).toBe(201);
    const before = await listStoredKeys({ folder });
    // More than what is left: the disk becomes full in the middle of the write.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = multipart([{ name: 'file', fileName: 'large.bin', value: randomBytes(15_000_000) }]);
    const refused = await callOver(agent, `${app.url}/api/files`, { ...body, token: customer.token });
    expect([refused.status, (JSON.parse(refused.text) as { message: string }).message]).toEqual([400, SENTENCE]);
    const next = await callOver(agent, `${app.url}/api/users/my`, { headers: {}, token: customer.token });
    expect(next.status).toBe(200);
    agent.destroy();
    expect(await listStoredKeys({ folder })).toEqual(before);
    const download = await app.call(downloadOriginal, { id: accepted.body.file.id as number }, customer);
    expect(sha256(download.bytes)).toBe(sha256(first));
    // It counts as full for a while, although the rest of it is free again.
    expect((await send(customer.token, randomBytes(1000))).status).toBe(400);
  });

  test('without a byte left, stored files can still be read', async () => {
    const customer = await buildCustomer(app.deps);
    expect((await send(customer.token, randomBytes(2_000_000))).status).toBe(201);
    await writeFile(join(folder, 'filler'), randomBytes(8_000_000)).catch(() => undefined);
    const keys = await listStoredKeys({ folder });
    expect(keys).not.toEqual([]);
    for (const key of keys)
      expect((await readFile(join(folder, 'objects', key.slice(0, 2), key))).length).toBe(2_000_000);
  });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
