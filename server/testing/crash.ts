import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import * as accounts from '../../features/accounts/accounts.calls.ts';
import * as files from '../../features/files/files.calls.ts';
import * as uploading from '../../features/files/upload/upload.calls.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { removeCluster } from '../database/cluster-owner.ts';
import { connect } from '../database/connect.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import type { Deps } from '../http/call.ts';
import { createCompressedStorage } from '../storage/compression/compressed-storage.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { readBytes } from '../storage/read-bytes.ts';
import { sweepFiles } from '../../app/server/housekeeping.ts';
import { callEndpoint } from './app.ts';
import { listStoredKeys } from './stored-bytes.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { buildCustomer, PRICED } from './stories.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { checkWholeLedger } from '../../app/server/whole-ledger.ts';
import { bootProgram, type Booted } from './boot.ts';
import { MONITOR_TOKEN, readHealth } from './read-health.ts';
import { isAlive, listDescendants } from './process-family.ts';
import { composeDeps } from './compose-deps.ts';

const FILES_PER_PAYER = 5;
const SECRET = 'only-for-tests-only-for-tests-only';
const ADMIN = { email: 'boss@example.com', password: 'Copper-Lathe-88' };

let dataDir: string;
let server: Booted | undefined;

/** How many customers upload and pay, and how often the server is killed meanwhile. */
interface Storm {
  people: number;
  rounds: number;
}

type Person = Awaited<ReturnType<typeof buildCustomer>>;
interface World {
  people: Person[];
  /** By round and person: what they are going to pay. */
  toPay: number[][][];
  solution: number;
}
let world: World;

/** Opens the database and the storage of the data folder while no server runs on it. */
async function withDeps<Result>(work: (deps: Deps) => Promise<Result>): Promise<Result> {
  const database = await startEmbeddedDatabase({
    dataDir: join(dataDir, 'database'),
    durable: false,
    log: () => undefined,
  });
  await migrate(database.url);
  const connection = connect(database.url);
  await openLedger(connection.db, { dataDir, ledgerKey: null, ledgerKeysOld: [] }, () => undefined);
  try {
    const storage = createCompressedStorage(await openFileStorage(join(dataDir, 'files')));
    return await work(composeDeps({ db: connection.db, dataDir, storage, sessionSecret: SECRET }));
  } finally {
    await connection.close();
    await database.stop();
  }
}

const range = (length: number) => Array.from({ length }, (_, at) => at);

async function buildWorld(deps: Deps, { people: count, rounds }: Storm): Promise<World> {
  const solution = await buildSolution(deps);
  const people = await Promise.all(range(count).map(() => buildCustomer(deps, 100)));
  const pay = (user_id: number) =>
    Promise.all(
      range(FILES_PER_PAYER).map(async () => (await buildFile(deps, { ...PRICED, price_cents: 125, user_id })).id),
    );
  const toPay: number[][][] = [];
  for (let round = 0; round < rounds; round += 1) toPay.push(await Promise.all(people.map(({ id }) => pay(id))));
  return { people, toPay, solution: solution.id };
}

const url = () => server?.url ?? '';

/** Starts the real program and waits until it is healthy, which includes that the ledger adds up. */
async function start(): Promise<void> {
  server = await bootProgram({
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SESSION_SECRET: SECRET,
    METRICS_TOKEN: MONITOR_TOKEN,
  });
  if (server.exitCode !== null) throw new Error(`the server does not come up: ${server.output}`);
  await vi.waitUntil(async () => (await readHealth({ url: url() })).body.ledger === 'ok', { timeout: 120_000 });
}

interface Acknowledged {
  uploads: { id: number; owner: Person; sha256: string }[];
  payments: { id: number; owner: Person }[];
  /** Calls that were under way when the server died. */
  lost: number;
}

/** Everyone uploads and pays until the server is gone. */
async function runStorm(round: number): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { uploads: [], payments: [], lost: 0 };
  const until = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      // This is what `fetch` throws when a connection ends; anything else fails the test.
      if (!(error instanceof TypeError)) throw error;
      acknowledged.lost += 1;
    }
  };
  const everybody = world.people.flatMap((owner, at) => [
    until(async () => {
      for (;;) {
        const bytes = randomBytes(randomInt(1, 3) === 1 ? randomInt(1, 5000) : randomInt(50_000, 700_000));
        // Half of them are stored compressed.
        if (randomInt(0, 2) === 1) bytes.fill(0xff, bytes.length >> 2);
        const upload = { ...VEHICLE, solution_ids: [world.solution] };
        const reply = await callEndpoint(url(), uploading.createFile, upload, {
          token: owner.token,
          file: { name: 'a.bin', bytes },
        });
        expect(reply.status).toBe(201);
        acknowledged.uploads.push({
          id: reply.body.file.id,
          owner,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        });
      }
    }),
    until(async () => {
      // Small payments are quick: they begin once uploads arrive, so that the kill falls in the middle of both.
      while (acknowledged.uploads.length < 3) await sleep(1);
      for (const id of world.toPay[round]?.[at] ?? []) {
        const reply = await callEndpoint(url(), files.confirmAndPay, { id }, owner);
        expect(reply.status).toBe(200);
        acknowledged.payments.push({ id, owner });
      }
    }),
  ]);
  // Depends on what was done and not on the clock: a busy machine gets as far as an idle one.
  const enough = randomInt(3, (world.people.length * FILES_PER_PAYER) / 2);
  const deadline = Date.now() + 60_000;
  while (acknowledged.payments.length < enough && Date.now() < deadline) await sleep(1);
  const family = listDescendants(server?.id as number);
  await server?.kill('SIGKILL');
  await Promise.all(everybody);
  await expect.poll(() => family.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  expect(family.length).toBeGreaterThanOrEqual(process.platform === 'linux' ? 2 : 0);
  return acknowledged;
}

async function checkPromises({ uploads, payments }: Acknowledged): Promise<void> {
  for (const { id, owner, sha256 } of uploads) {
    const reply = await callEndpoint(url(), files.downloadOriginal, { id }, owner);
    expect([reply.status, createHash('sha256').update(reply.bytes).digest('hex')]).toEqual([200, sha256]);
  }
  for (const { id, owner } of payments) {
    const { body } = await callEndpoint(url(), files.getFile, { id }, owner);
    expect(body.file.price_status).toBe('PAID');
  }
}

/** Checks what the rows and the disk contain when nothing is running. */
async function checkWorld(deps: Deps, all: Acknowledged[]): Promise<void> {
  expect(await checkWholeLedger(deps)).toEqual([]);
  const journals = await deps.db
    .selectFrom('credit_journals')
    .select(['key', 'file_id'])
    .where('source', '=', 'Upload')
    .execute();
  const paid = await deps.db.selectFrom('files').select('id').where('price_status', '=', 'PAID').execute();
  const byNumber = (a: number | null, b: number | null) => Number(a) - Number(b);
  expect(journals.map(({ file_id }) => file_id).sort(byNumber)).toEqual(paid.map(({ id }) => id).sort(byNumber));
  const acknowledged = all.flatMap(({ payments }) => payments.map(({ id }) => `pay:${id}`));
  expect(journals.map(({ key }) => key)).toEqual(expect.arrayContaining(acknowledged));

  const versions = await deps.db
    .selectFrom('file_history')
    .select(['file_key', 'size_bytes', 'sha256', 'file_id'])
    .execute();
  // Cut-off uploads are still there; the sweep sets those aside and leaves everything that a row names.
  await sweepFiles(deps, { all: true, minAgeMs: 0 });
  expect(await listStoredKeys({ folder: join(dataDir, 'files') })).toEqual(versions.map((row) => row.file_key).sort());
  for (const { file_key, size_bytes, sha256 } of versions) {
    const bytes = await readBytes(deps.storage, file_key);
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size_bytes, sha256]);
  }
  const rows = await deps.db.selectFrom('files').select(['id', 'file_key']).execute();
  expect(versions.map((row) => row.file_key)).toEqual(expect.arrayContaining(rows.map((row) => row.file_key)));
}

/** Tests that the real program, killed in the middle of uploads and payments, keeps its promises. */
export function testCrash(storm: Storm): void {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(inject('throwawayFolder'), 'crash-'));
    world = await withDeps((deps) => buildWorld(deps, storm));
  }, 180_000);

  afterAll(async () => {
    const family = server === undefined ? [] : listDescendants(server.id);
    await server?.kill('SIGKILL');
    await vi.waitUntil(() => !family.some(isAlive), { timeout: 60_000 });
    removeCluster(join(dataDir, 'database'));
    await rm(dataDir, { recursive: true, force: true });
  });

  test(
    'a server killed in the middle of uploads and payments loses nothing it has acknowledged',
    { timeout: 400_000 },
    async () => {
      const all: Acknowledged[] = [];
      await start();
      const admin = await callEndpoint(url(), accounts.login, ADMIN);
      expect(admin.status).toBe(200);
      for (let round = 0; round < storm.rounds; round += 1) {
        const acknowledged = await runStorm(round);
        all.push(acknowledged);
        // The server was killed in the middle: some calls had been acknowledged, and some were under way.
        expect(acknowledged.uploads.length).toBeGreaterThan(0);
        expect(acknowledged.payments.length).toBeGreaterThan(0);
        expect(acknowledged.payments.length).toBeLessThan(storm.people * FILES_PER_PAYER);
        // Every uploader was cut off, and at least one of those who pay.
        expect(acknowledged.lost).toBeGreaterThan(storm.people);
        await start();
        await checkPromises(acknowledged);
      }
      expect((await callEndpoint(url(), accounts.getMyUser, {}, admin.body as { token: string })).body.email).toBe(
        ADMIN.email,
      );
      expect(await server?.kill('SIGTERM')).toBe(0);
      expect(existsSync(join(dataDir, 'files/incoming'))).toBe(true);
      await withDeps((deps) => checkWorld(deps, all));
    },
  );
}
