import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import * as accounts from '../features/accounts/accounts.calls.ts';
import * as dtcOff from '../features/dtc-off/dtc-off.calls.ts';
import { edc16Sample } from '../ecu/families/edc16/edc16.sample.ts';
import { BUILT_PASSWORD, buildUser } from '../features/accounts/server/accounts.factory.ts';
import { connect, type Connection } from './database/connect.ts';
import { HOUSEKEEPER_LOCK } from './database/housekeeper.ts';
import { withClient } from './installation/database-side.ts';
import { callEndpoint } from './testing/app.ts';
import { bootProgram, type Booted } from './testing/boot.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { openEventStream } from './testing/event-stream.ts';
import { startPooler, type Pooler } from './testing/pooler.ts';

const TIMEOUT_MS = 400_000;
const PATIENT = { timeout: 120_000, interval: 50 };
const SECRET = 'only-for-tests-only-for-tests-only';

let dataDir: string;
let database: TestDatabase;
let connection: Connection;
let running: Booted[];
let pooler: Pooler | null;

/** When set to the path of a PgBouncer, these tests use it: PGBOUNCER=/usr/sbin/pgbouncer */
const { PGBOUNCER } = process.env;

beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('throwawayFolder'), 'several-'));
  database = await createTestDatabase();
  connection = connect(database.ownerUrl, 2);
  pooler = PGBOUNCER ? await startPooler(PGBOUNCER, database.ownerUrl) : null;
  running = [];
});
afterEach(async () => {
  for (const program of running) await program.kill();
  await connection.close();
  await pooler?.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function boot(role: 'all' | 'web' | 'worker'): Promise<Booted> {
  const program = await bootProgram({
    ROLE: role,
    DATABASE_URL: pooler?.url ?? database.ownerUrl,
    DATABASE_DIRECT_URL: pooler?.directUrl ?? '',
    DATA_DIR: dataDir,
    SESSION_SECRET: SECRET,
    DISK_RESERVE_MB: '0',
  });
  running.push(program);
  return program;
}

/** Starts a new portal that all processes create together. */
async function bootAll(...roles: ('web' | 'worker')[]): Promise<Booted[]> {
  const programs = await Promise.all(roles.map((role) => boot(role)));
  expect(programs.map(({ exitCode, output }) => [exitCode, exitCode === null || output])).toEqual(
    roles.map(() => [null, true]),
  );
  return programs;
}

async function signIn({ url }: Booted, email: string): Promise<string> {
  const { body } = await callEndpoint(url, accounts.login, { email, password: BUILT_PASSWORD });
  return (body as { token: string }).token;
}

const myUser = ({ url }: Booted, token: string) => callEndpoint(url, accounts.getMyUser, {}, { token });

/** Returns the process ids of those that hold the housekeeper's lock. */
const findHousekeepers = () =>
  withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint) = ${HOUSEKEEPER_LOCK}
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map(({ name }) => Number(/process (\d+)/.exec(name)?.[1]));
  });

test('two web processes are one portal: events and session ends reach the other', { timeout: TIMEOUT_MS }, async () => {
  const [one, other] = (await bootAll('web', 'web')) as [Booted, Booted];
  expect(await findHousekeepers()).toEqual([]);
  expect(running.filter(({ output }) => output.includes('The first administrator'))).toHaveLength(1);
  const user = await buildUser(connection);
  const [token, second] = [await signIn(one, user.email), await signIn(one, user.email)];
  for (const program of [one, other]) {
    expect((await myUser(program, token)).status).toBe(200);
    expect((await myUser(program, second)).status).toBe(200);
  }

  const stream = await openEventStream(other.url, token);
  await callEndpoint(one.url, accounts.updateMyLanguage, { language: 'de' }, { token });
  await expect.poll(() => stream.news, PATIENT).toContainEqual({ what: 'user', id: user.id });
  stream.close();

  await callEndpoint(one.url, accounts.logout, {}, { token });
  expect([(await myUser(one, token)).status, (await myUser(other, token)).status]).toEqual([403, 403]);
  await connection.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', user.id).execute();
  expect([(await myUser(one, second)).status, (await myUser(other, second)).status]).toEqual([403, 403]);
});

test('of two workers one does the housekeeping, and the other when it is killed', { timeout: TIMEOUT_MS }, async () => {
  const workers = await bootAll('worker', 'worker');
  const [first, ...more] = await findHousekeepers();
  expect(more).toEqual([]);
  const left = workers.find(({ id }) => id !== first);
  await workers.find(({ id }) => id === first)?.kill('SIGKILL');
  await expect.poll(findHousekeepers, PATIENT).toEqual([left?.id]);
});

const PEOPLE = 12;

test('mails wait while there is no worker, and two workers send each once', { timeout: TIMEOUT_MS }, async () => {
  const [web] = (await bootAll('web')) as [Booted];
  for (let person = 0; person < PEOPLE; person += 1) {
    const user = await buildUser(connection, { verified: false });
    await callEndpoint(web.url, accounts.requestPasswordReset, { email: user.email });
  }
  const outbox = () => readdir(join(dataDir, 'outbox')).catch(() => []);
  expect(await outbox()).toEqual([]);
  const [worker] = (await bootAll('worker', 'worker')) as [Booted];
  const countUnsent = async () =>
    (await connection.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length;
  await expect.poll(countUnsent, PATIENT).toBe(0);
  expect(await outbox()).toHaveLength(PEOPLE);
  expect((await fetch(`${worker.url}/api/health/ready`)).status).toBe(200);
  expect((await fetch(`${worker.url}/api/login`, { method: 'POST' })).status).toBe(404);
});

test('no process with ROLE=all may run beside one with a role', { timeout: TIMEOUT_MS }, async () => {
  const [web] = (await bootAll('web')) as [Booted];
  const whole = await boot('all');
  expect([whole.exitCode, whole.output]).toEqual([1, expect.stringContaining('Another Tunedesk')]);
  expect(web.exitCode).toBeNull();
});

test('a web process without threads gives files to a worker, also to the next', { timeout: TIMEOUT_MS }, async () => {
  const [web, worker] = (await bootAll('web', 'worker')) as [Booted, Booted];
  const user = await buildUser(connection);
  const token = await signIn(web, user.email);
  const upload = async (fill: number) => {
    const bytes = Uint8Array.from(edc16Sample());
    bytes[bytes.length - 1] = fill;
    const file = { name: 'a.bin', bytes };
    const { status, body } = await callEndpoint(web.url, dtcOff.uploadToAi, {}, { token, file });
    return [status, (body as { ecuinfo?: { ecuId: string } }).ecuinfo?.ecuId];
  };
  expect(await upload(1)).toEqual([200, expect.stringContaining('BOSCH_EDC16')]);
  await worker.kill('SIGKILL');
  const waiting = upload(2);
  const listWork = () => connection.db.selectFrom('ecu_work').select('name').execute();
  await expect.poll(listWork, PATIENT).toEqual([{ name: 'analyse' }]);
  await boot('worker');
  expect(await waiting).toEqual([200, expect.stringContaining('BOSCH_EDC16')]);
});
