import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import * as accounts from '../features/accounts/accounts.calls.ts';
import * as files from '../features/files/files.calls.ts';
import * as uploading from '../features/files/upload/upload.calls.ts';
import { buildSolution } from '../features/catalogue/server/catalogue.factory.ts';
import { buildFile } from '../features/files/server/files.factory.ts';
import { systemClock } from './clock.ts';
import { readConfig } from '../app/server/read-config.ts';
import { connect } from './database/connect.ts';
import { findRunningDatabase } from './database/open.ts';
import { findPostmaster } from './database/postmaster-file.ts';
import { openFileStorage } from './storage/file-storage.ts';
import { openLedger } from '../features/credits/server/open-ledger.ts';
import { callEndpoint, type Reply } from './testing/app.ts';
import { bootProgram, type Booted } from './testing/boot.ts';
import { takes } from './testing/simulated-work.ts';
import { VEHICLE } from '../features/files/files.factory.ts';
import { buildCustomer, PRICED } from './testing/stories.ts';
import { checkWholeLedger } from '../app/server/whole-ledger.ts';

const PEOPLE = 6;
const FILES_EACH = 8;
const SECRET = 'only-for-tests-only-for-tests-only';
const BACK_WITHIN_MS = 60_000;

let dataDir: string;
let program: Booted;

beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('throwawayFolder'), 'postmaster-'));
  program = await bootProgram({ DATA_DIR: dataDir, DATABASE_URL: '', SESSION_SECRET: SECRET });
}, 180_000);
afterEach(async () => {
  await program.kill();
  await rm(dataDir, { recursive: true, force: true });
});

type Person = Awaited<ReturnType<typeof buildCustomer>> & { toPay: number[] };

async function withOwner<Result>(
  work: (deps: Parameters<typeof buildCustomer>[0]) => Promise<Result>,
): Promise<Result> {
  const url = await findRunningDatabase(dataDir);
  const connection = connect(url ?? '', 4);
  await openLedger(connection.db, { dataDir, ledgerKey: null, ledgerKeysOld: [] }, () => undefined);
  try {
    return await work({
      ...({} as Parameters<typeof buildCustomer>[0]),
      db: connection.db,
      storage: await openFileStorage(join(dataDir, 'files')),
      clock: systemClock,
      config: readConfig({}, dataDir),
      log: pino({ level: 'silent' }),
      sessionSecret: SECRET,
    });
  } finally {
    await connection.close();
  }
}

const buildPeople = () =>
  withOwner(async (deps) => {
    const solution = await buildSolution(deps);
    const people: Person[] = [];
    for (let at = 0; at < PEOPLE; at += 1) {
      const person = await buildCustomer(deps, 100);
      const toPay: number[] = [];
      for (let file = 0; file < FILES_EACH; file += 1)
        toPay.push((await buildFile(deps, { ...PRICED, price_cents: 125, user_id: person.id })).id);
      people.push({ ...person, toPay });
    }
    return { people, solution: solution.id };
  });

const postmaster = () => findPostmaster(join(dataDir, 'database/postgresql/cluster'));

/** Kills the postmaster, and waits for the one that takes its place. */
async function killPostmaster(): Promise<void> {
  const killed = postmaster()?.id ?? 0;
  process.kill(killed, 'SIGKILL');
  const isReplaced = () => postmaster()?.isReady === true && postmaster()?.id !== killed;
  await expect.poll(isReplaced, { timeout: BACK_WITHIN_MS }).toBe(true);
}

const isHealthy = async () => (await fetch(`${program.url}/api/health`)).status === 200;

async function backAfterMs(): Promise<number> {
  const startedAt = Date.now();
  while (!(await isHealthy()) && Date.now() < startedAt + BACK_WITHIN_MS) await sleep(20);
  return Date.now() - startedAt;
}

test('a killed postmaster restarts: calls get a 503, nothing acknowledged is lost', { timeout: 400_000 }, async () => {
  const { people, solution } = await buildPeople();
  const replies: Reply[] = [];
  const uploads: { id: number; owner: Person; sha256: string }[] = [];
  const payments: { id: number; owner: Person }[] = [];
  const running = { isOver: false };
  const storm = people.flatMap((owner) => [
    (async () => {
      while (!running.isOver) {
        const bytes = randomBytes(20_000);
        const file = { name: 'a.bin', bytes };
        const upload = { ...VEHICLE, solution_ids: [solution] };
        const reply = await callEndpoint(program.url, uploading.createFile, upload, { token: owner.token, file });
        replies.push(reply);
        if (reply.status === 201)
          uploads.push({ id: reply.body.file.id, owner, sha256: createHash('sha256').update(bytes).digest('hex') });
        await takes(10);
      }
    })(),
    (async () => {
      for (const id of owner.toPay) {
        const reply = await callEndpoint(program.url, files.confirmAndPay, { id }, owner);
        replies.push(reply);
        if (reply.status === 200) payments.push({ id, owner });
        await takes(150);
      }
    })(),
  ]);
  await expect.poll(() => uploads.length, { timeout: 60_000 }).toBeGreaterThan(5);
  await killPostmaster();
  expect(await backAfterMs()).toBeLessThan(BACK_WITHIN_MS);
  const before = uploads.length;
  await expect.poll(() => uploads.length, { timeout: 60_000 }).toBeGreaterThan(before);
  running.isOver = true;
  await Promise.all(storm);

  const failed = replies.filter(({ status }) => status > 201);
  expect(failed.length).toBeGreaterThan(0);
  for (const { status, body, headers } of failed) {
    expect([status, body]).toEqual([
      503,
      { code: 'unavailable', message: 'The portal is busy. Please try again in a moment.' },
    ]);
    expect(headers.get('retry-after')).toBe('5');
  }
  for (const { id, owner, sha256 } of uploads) {
    const reply = await callEndpoint(program.url, files.downloadOriginal, { id }, owner);
    expect([reply.status, createHash('sha256').update(reply.bytes).digest('hex')]).toEqual([200, sha256]);
  }
  for (const { id, owner } of payments) {
    const { body } = await callEndpoint(program.url, files.getFile, { id }, owner);
    expect(body.file.price_status).toBe('PAID');
  }
  expect(await withOwner((deps) => checkWholeLedger(deps))).toEqual([]);
});

test('after its postmaster was killed, a program stops cleanly, and starts again', { timeout: 400_000 }, async () => {
  const { people } = await buildPeople();
  await killPostmaster();
  expect(await backAfterMs()).toBeLessThan(BACK_WITHIN_MS);
  await program.kill('SIGTERM');
  program = await bootProgram({ DATA_DIR: dataDir, DATABASE_URL: '', SESSION_SECRET: SECRET });
  expect(program.exitCode).toBeNull();
  const me = await callEndpoint(program.url, accounts.getMyUser, {}, people[0]);
  expect(me.body.id).toBe(people[0]?.id);
});
