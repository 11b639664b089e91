import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { multipart } from '../../../../server/testing/raw-call.ts';
import { awaitReply, composeHead, openSocket, type RawSocket } from '../../../../server/testing/raw-socket.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { VEHICLE } from '../../files.factory.ts';
import { buildAdmin, buildCustomer } from '../../../../server/testing/stories.ts';
import { buildTarget, nameOf } from '../../../../server/testing/targets.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { uploadToAi } from '../../../dtc-off/dtc-off.calls.ts';
import { sendMessage } from '../../../tickets/tickets.calls.ts';
import { createFile } from '../../upload/upload.calls.ts';
import { getUploadLimit } from '../upload-limit.calls.ts';
import { endpoints } from '../../../../app/endpoints.ts';
import { isForAdministrators } from '../../../../server/testing/right-role.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildCustomer>>;

const DAY_MS = 24 * 3_600_000;
const LIMITS = { uploadsPerDay: { files: 2, megabytes: 1 }, uploadsPerDayUnverified: { files: 1, megabytes: 1 } };

openStage({ config: structuredClone(LIMITS) });
let customer: User;
let solution: { id: number };
beforeAll(async () => {
  solution = await buildSolution(app.deps);
});
beforeEach(async () => {
  customer = await buildCustomer(app.deps);
});
afterEach(() => {
  Object.assign(app.config, structuredClone(LIMITS));
});

const someFile = (size = 1000) => ({ name: 'golf.bin', bytes: randomBytes(size) });
const fields = () => ({ ...VEHICLE, solution_ids: [solution.id] });
const send = ({ token }: User, { size = 1000, ...change }: { size?: number; [field: string]: unknown } = {}) =>
  app.call(createFile, { ...fields(), ...change }, { token, file: someFile(size) });
const readLeft = async (user: User) => {
  const { body } = await app.call(getUploadLimit, {}, user);
  return [body.files?.left, body.bytes?.left];
};
const SENTENCE =
  /^Uploads in 24 hours are limited\. Files left: 0 of 2; MB left: 0\.9 of 1\. The full allowance is back in (24 h|23 h 5\d min)\.$/;

describe('every call that stores a file of a customer', () => {
  const calls = endpoints.filter((endpoint) => endpoint.file !== undefined && !isForAdministrators(endpoint));
  test.each(calls.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))(
    '$name is limited in files, and allowed again a day later',
    async ({ endpoint }) => {
      for (let at = 0; at < 2; at += 1) expect((await send(customer)).status).toBe(201);
      const { input } = await buildTarget(app.deps, endpoint, customer);
      const before = await listStoredKeys(app);
      const refused = await app.call(endpoint, input, { token: customer.token, file: someFile() });
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        code: 'uploads.daily_limit',
        message: expect.stringMatching(SENTENCE) as string,
        values: { files: 2, megabytes: 1, files_left: 0, megabytes_left: 0.9 },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY_MS / 1000 - 600);
      expect(await listStoredKeys(app)).toEqual(before);
      app.clock.advance(DAY_MS);
      const { token } = await buildCustomerAgain(customer);
      expect((await app.call(endpoint, input, { token, file: someFile() })).status).toBeLessThan(300);
    },
  );

  /** Opens a new session, because sessions do not last for a day of the test's clock. */
  const buildCustomerAgain = async ({ id }: User) => {
    const { openSession } = await import('../../../accounts/server/sessions.ts');
    const user = await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { token: await openSession(app.deps, { ...user, staff_capabilities: null }) };
  };

  test('a message without a file is exempt from the limit', async () => {
    for (let at = 0; at < 2; at += 1) await send(customer);
    const { input } = await buildTarget(app.deps, sendMessage, customer);
    expect((await app.call(sendMessage, input, customer)).status).toBe(201);
  });

  test('administrators have no limit', async () => {
    const admin = await buildAdmin(app.deps);
    for (let at = 0; at < 4; at += 1) {
      const { input } = await buildTarget(app.deps, sendMessage, customer);
      expect((await app.call(sendMessage, input, { token: admin.token, file: someFile() })).status).toBe(201);
    }
  });
});

describe('what counts', () => {
  test('only stored files: a refused upload and a repeat do not, and the screen can show what is left', async () => {
    expect(await readLeft(customer)).toEqual([2, 1_000_000]);
    expect((await send(customer, { vehicle: '' })).status).toBe(400);
    expect((await send(customer, { solution_ids: [999_999] })).status).toBe(400);
    expect(await readLeft(customer)).toEqual([2, 1_000_000]);
    const file = someFile(5000);
    const headers = { 'idempotency-key': 'the-same-upload' };
    for (let at = 0; at < 3; at += 1)
      expect((await app.call(createFile, fields(), { token: customer.token, file, headers })).status).toBe(201);
    expect(await readLeft(customer)).toEqual([1, 995_000]);
  });

  test('a repeat gets its first reply also when nothing is left, and is an attempt like every other', async () => {
    const file = someFile(600_000);
    const options = { token: customer.token, file, headers: { 'idempotency-key': 'the-last-upload' } };
    const first = await app.call(createFile, fields(), options);
    expect(await readLeft(customer)).toEqual([1, 400_000]);
    expect(await app.call(createFile, fields(), options)).toMatchObject({ status: 201, body: first.body });
    expect((await send(customer)).status).toBe(201);
    const before = await listStoredKeys(app);
    expect(await app.call(createFile, fields(), options)).toMatchObject({ status: 201, body: first.body });
    const other = await app.call(createFile, fields(), { ...options, file: someFile() });
    expect([other.status, other.body.code]).toEqual([400, 'http.idempotency_reused']);
    expect(await listStoredKeys(app)).toEqual(before);
    expect((await send(customer)).body).toMatchObject({ code: 'uploads.daily_limit' });
    let last = first;
    for (let at = 0; at < 6; at += 1) last = await app.call(createFile, fields(), options);
    expect([last.status, last.body.code]).toEqual([429, 'uploads.attempt_limit']);
  });

  test('the same bytes uploaded to DTC OFF again are stored once', async () => {
    const file = someFile(5000);
    for (let at = 0; at < 3; at += 1)
      expect((await app.call(uploadToAi, {}, { token: customer.token, file })).status).toBe(200);
    expect(await readLeft(customer)).toEqual([1, 995_000]);
  });

  test('of four simultaneous uploads exactly as many are stored as are left', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(customer)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429]);
    expect(await readLeft(customer)).toEqual([0, 998_000]);
  });

  test('of two simultaneous uploads that only fit one at a time, one is stored', async () => {
    const replies = await Promise.all([1, 2].map(() => send(customer, { size: 600_000 })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429]);
    expect(await readLeft(customer)).toEqual([1, 400_000]);
    expect((await send(customer, { size: 400_000 })).status).toBe(201);
  });

  test('attempts that store nothing have a separate limit, five times as large', async () => {
    for (let at = 0; at < 10; at += 1) expect((await send(customer, { vehicle: '' })).status).toBe(400);
    const refused = await send(customer);
    expect([refused.status, refused.body.code]).toEqual([429, 'uploads.attempt_limit']);
    expect(refused.body.message).toMatch(
      /^Too many uploads were started in 24 hours\. You can start the next one in 2/,
    );
  });

  test('an unconfirmed address has a lower limit and sees why', async () => {
    await app.db.updateTable('users').set({ verified: false }).where('id', '=', customer.id).execute();
    expect((await app.call(getUploadLimit, {}, customer)).body).toMatchObject({
      files: { most: 1 },
      is_unverified: true,
    });
    expect((await send(customer)).status).toBe(201);
    const refused = await send(customer);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(
        /^Until your email address is confirmed, uploads in 24 hours are limited further\. Files left: 0 of 1;/,
      ),
    ]);
    await app.db.updateTable('users').set({ verified: true }).where('id', '=', customer.id).execute();
    expect((await send(customer)).status).toBe(201);
  });

  test('0 means no limit', async () => {
    app.config.uploadsPerDay = { files: 0, megabytes: 0 };
    for (let at = 0; at < 4; at += 1) expect((await send(customer, { size: 900_000 })).status).toBe(201);
    expect((await app.call(getUploadLimit, {}, customer)).body).toMatchObject({ files: null, bytes: null });
  });
});

/** Sends the first `sent` bytes of an upload of `size` bytes. */
async function begin(user: User, { size, sent }: { size: number; sent: number }): Promise<RawSocket> {
  const { headers, body } = multipart([
    { name: 'jsonData', value: JSON.stringify(fields()) },
    { name: 'file', fileName: 'golf.bin', value: randomBytes(size) },
  ]);
  const socket = await openSocket(app.url);
  await socket.write(composeHead('POST', '/api/files', { ...headers, authorization: `Bearer ${user.token}` }));
  await socket.write(body.subarray(0, sent));
  return socket;
}

/** Counts the files stored from now on, because what earlier tests had refused may still be on its way out. */
async function watchStored(): Promise<() => Promise<number>> {
  const before = new Set(await listStoredKeys(app));
  return async () => (await listStoredKeys(app)).filter((key) => !before.has(key)).length;
}

describe('an upload in progress', () => {
  test('is stopped once it exceeds the limit, and nothing of it stays', async () => {
    const countStored = await watchStored();
    const within = await begin(customer, { size: 5_000_000, sent: 950_000 });
    await expect.poll(countStored).toBe(1);
    expect(within.status()).toBeNull();
    const beyond = await begin(customer, { size: 5_000_000, sent: 1_050_000 });
    expect(await awaitReply(beyond)).toBe(429);
    expect(beyond.body()).toMatchObject({ code: 'uploads.daily_limit', values: { files_left: 2, megabytes_left: 1 } });
    within.socket.destroy();
    beyond.socket.destroy();
    await expect.poll(countStored).toBe(0);
    expect(await readLeft(customer)).toEqual([2, 1_000_000]);
  });

  test('is one of four per customer: a fifth is refused until one has ended, and others have their own', async () => {
    const countStored = await watchStored();
    const open = await Promise.all([1, 2, 3, 4].map(() => begin(customer, { size: 500_000, sent: 100_000 })));
    await expect.poll(countStored).toBe(4);
    const refused = await send(customer);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      429,
      'uploads.at_once_limit',
      'Only 4 files can be uploaded at once. Please wait until one of them has arrived.',
    ]);
    expect(refused.headers.get('retry-after')).toBe('10');
    const { input } = await buildTarget(app.deps, sendMessage, customer);
    expect((await app.call(sendMessage, input, { token: customer.token, file: someFile() })).status).toBe(429);
    expect((await app.call(sendMessage, input, customer)).status).toBe(201);
    expect((await send(await buildCustomer(app.deps))).status).toBe(201);
    const others = (await countStored()) - 4;
    open[0]?.socket.destroy();
    await expect.poll(countStored).toBe(3 + others);
    expect((await send(customer)).status).toBe(201);
    for (const { socket } of open) socket.destroy();
    await expect.poll(countStored).toBe(1 + others);
  });

  test('does not block others, even as one of two hundred slow ones; what is cut off is removed at once', async () => {
    const countStored = await watchStored();
    const slow = await Promise.all(Array.from({ length: 50 }, () => buildCustomer(app.deps)));
    const open = await Promise.all(
      slow.flatMap((one) => [1, 2, 3, 4].map(() => begin(one, { size: 200_000, sent: 50_000 }))),
    );
    await expect.poll(countStored).toBe(200);
    expect((await send(customer)).status).toBe(201);
    expect((await send(slow[0] as User)).status).toBe(429);
    for (const { socket } of open) socket.destroy();
    await expect.poll(countStored).toBe(1);
  });
});
