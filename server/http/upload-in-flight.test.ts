import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eraseUser } from '../../app/personal-data/personal-data.contract.ts';
import * as accounts from '../../portal/accounts/accounts.contract.ts';
import { buildSignedIn } from '../../portal/accounts/server/accounts.factory.ts';
import { lockAccount } from '../../portal/accounts/server/administration.ts';
import { holdSession } from '../../portal/accounts/server/hold-session.ts';
import { chooseModel } from '../../portal/dtc-off/dtc-off.contract.ts';
import { buildAiSession } from '../../portal/dtc-off/server/dtc-off.factory.ts';
import type { Endpoint } from '../../portal/endpoint.ts';
import { endpoints } from '../../portal/endpoints.ts';
import { multipart } from '../testing/raw-call.ts';
import { awaitReply, headOf, openSocket } from '../testing/raw-socket.ts';
import { rightRole } from '../testing/right-role.ts';
import { changesBetween, readBusinessState } from '../testing/business-state.ts';
import { admin, app, openStage } from '../testing/stage.ts';
import { listStoredKeys } from '../testing/stored-bytes.ts';
import { buildTarget, nameOf } from '../testing/targets.ts';
import { guardCall, type HoldSession } from './call-guard.ts';

openStage();

/** Every call whose body may contain a file. */
const takingFiles = endpoints.filter(({ file }) => file !== undefined);

beforeAll(() => {
  app.config.uploadsAtOnce = 100;
});

type User = Awaited<ReturnType<typeof buildSignedIn>>;

const ENDINGS: Record<string, (user: User) => Promise<unknown>> = {
  'logged out': (user) => app.call(accounts.logout, {}, user),
  locked: ({ email }) => lockAccount(app.deps, email),
  deleted: ({ id }) => app.call(accounts.deleteUser, { id }, admin),
};

async function erase({ id, email }: User): Promise<void> {
  expect((await app.call(eraseUser, { id, confirmation: email }, admin)).status).toBe(200);
}

/** Begins a call whose body is complete except for its last bytes, and returns what sends those. */
async function beginCall(endpoint: Endpoint, user: User) {
  const target = await buildTarget(app.deps, endpoint, user);
  const file = target.file ?? { name: 'log.txt', bytes: new TextEncoder().encode('a log') };
  const { headers, body } = multipart([
    { name: endpoint.fileField ?? 'file', value: file.bytes, fileName: file.name },
    { name: 'jsonData', value: JSON.stringify(target.input) },
  ]);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(target.input[name])));
  const socket = await openSocket(app.url);
  const authorization = `Bearer ${user.token}`;
  await socket.write(headOf(endpoint.method, `/api${path}`, { ...headers, authorization, connection: 'close' }));
  const before = { keys: await listStoredKeys(app), rows: await countRows() };
  await socket.write(body.subarray(0, -2));
  // The call is under way once its file has arrived.
  await expect.poll(async () => (await listStoredKeys(app)).length).toBeGreaterThan(before.keys.length);
  return {
    before,
    finish: async () => {
      await socket.write(body.subarray(-2));
      return awaitReply(socket, 20_000);
    },
  };
}

const WRITTEN = [
  'files',
  'file_history',
  'further_files',
  'tickets',
  'ticket_messages',
  'ai_sessions',
  'login_media',
  'solution_images',
  'media_files',
  'mails',
  'notifications',
];

async function countRows(): Promise<number[]> {
  const counts = WRITTEN.map((table) => sql`(select count(*)::int from ${sql.table(table)})`);
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(app.ownerDb);
  return rows[0]?.counts ?? [];
}

describe.each(Object.keys(ENDINGS))('a file on its way when its sender is %s', (ending) => {
  test.each(takingFiles.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))(
    'is refused with 403 and leaves no row and no bytes: $name',
    async ({ endpoint }) => {
      const user = await buildSignedIn(app.deps, { role: rightRole(endpoint), verified: true });
      const { before, finish } = await beginCall(endpoint, user);
      await ENDINGS[ending]?.(user);
      expect(await finish()).toBe(403);
      expect(await listStoredKeys(app)).toEqual(before.keys);
      expect(await countRows()).toEqual(before.rows);
    },
  );
});

test('a file on its way when its sender is erased is refused with 403 and leaves no bytes', async () => {
  const endpoint = endpoints.find((one) => nameOf(one) === 'POST /ai/upload') as Endpoint;
  const user = await buildSignedIn(app.deps);
  const { before, finish } = await beginCall(endpoint, user);
  await erase(user);
  expect(await finish()).toBe(403);
  expect(await listStoredKeys(app)).toEqual(before.keys);
  expect(await countRows()).toEqual(before.rows);
});

test('a session that ends while a file is being analysed keeps it from being stored, and what it stored is discarded', async () => {
  const user = await buildSignedIn(app.deps);
  const { id: sessionId } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const actor = { id: user.id, role: user.role, verified: true, sessionId, requestId: 'built' };
  const hold: HoldSession = (db, who) => holdSession({ db, clock: app.clock }, who);
  const before = await listStoredKeys(app);
  const guarded = await guardCall(app.deps, actor, { holdSession: hold, received: [] });
  const stored = await guarded.deps.storage.receive(Readable.from([Buffer.from('an ECU image')]));
  await guarded.deps.storage.keep(stored);
  await app.call(accounts.logout, {}, user);
  let isReached = false;
  const work = guarded.deps.db.transaction().execute(async () => void (isReached = true));
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect([error, isReached]).toEqual([expect.objectContaining({ status: 403 }), false]);
  expect(() => guarded.deps.db.updateTable('users')).toThrow('in a transaction only');
  await guarded.discard(error);
  expect(await listStoredKeys(app)).toEqual(before);
});

/** Calls without a form that store bytes, or have a file read in a thread; with what differs from their usual input. */
const WORKING: Record<string, object> = {
  // Reading a file as what it is takes no work.
  'POST /ai/choose-model': { ecu_id: 'BOSCH_ME7_5', man: 'SEAT' },
  'POST /ai/staff/choose-model': { ecu_id: 'BOSCH_ME7_5', man: 'SEAT' },
  'POST /ai/dtc-off': {},
  'POST /ai/staff/dtc-off': {},
  'POST /files/:id/proposals': {},
  'POST /files/:id/proposals/:proposalId/attach': {},
  'POST /files/:id/reuse/:otherId': {},
};

/** Makes the next work on a file wait until the returned function is called. */
function holdWork(): { isBegun: () => boolean; release: () => void } {
  const released = Promise.withResolvers<void>();
  const run = app.deps.ecu.run.bind(app.deps.ecu);
  const held = vi.spyOn(app.deps.ecu, 'run').mockImplementation(async (...work) => {
    await released.promise;
    return run(...work);
  });
  onTestFinished(() => held.mockRestore());
  return { isBegun: () => held.mock.calls.length > 0, release: released.resolve };
}

describe.each(Object.keys(ENDINGS))('work on a file whose sender is %s meanwhile', (ending) => {
  test.each(Object.keys(WORKING))('is refused with 403 and changes nothing: %s', async (name) => {
    const endpoint = endpoints.find((one) => nameOf(one) === name) as Endpoint;
    const user = await buildSignedIn(app.deps, { role: rightRole(endpoint), verified: true });
    const { input } = await buildTarget(app.deps, endpoint, user);
    const { isBegun, release } = holdWork();
    const stored = await listStoredKeys(app);
    const call = app.call(endpoint, { ...input, ...WORKING[name] }, user);
    await expect.poll(isBegun).toBe(true);
    await ENDINGS[ending]?.(user);
    const before = await readBusinessState(app);
    release();
    expect((await call).status).toBe(403);
    // That the token was refused is in the security log.
    expect(changesBetween(before, await readBusinessState(app), ['security_events'])).toEqual([]);
    expect(await listStoredKeys(app)).toEqual(stored);
  });
});

test('work on a file whose sender is erased meanwhile is refused with 403 and changes nothing', async () => {
  const user = await buildSignedIn(app.deps, { verified: true });
  const { file_name } = await buildAiSession(app.deps, { user_id: user.id });
  const { isBegun, release } = holdWork();
  const call = app.call(chooseModel, { file_name, ecu_id: 'BOSCH_ME7_5', man: 'SEAT' }, user);
  await expect.poll(isBegun).toBe(true);
  await erase(user);
  const before = await readBusinessState(app);
  release();
  expect((await call).status).toBe(403);
  expect(changesBetween(before, await readBusinessState(app), ['security_events'])).toEqual([]);
});

test('every call that takes a file is walked', () => {
  expect(takingFiles.length).toBeGreaterThan(9);
});
