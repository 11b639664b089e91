import { Readable } from 'node:stream';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eraseUser } from '../../features/accounts/personal-data/personal-data.calls.ts';
import { removeColleague } from '../../features/accounts/colleagues.calls.ts';
import * as accounts from '../../features/accounts/accounts.calls.ts';
import { chooseModel } from '../../features/dtc-off/dtc-off.calls.ts';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { lockAccount } from '../../features/accounts/server/administration.ts';
import { holdSession } from '../../features/accounts/server/hold-session.ts';
import { buildAiSession } from '../../features/dtc-off/server/dtc-off.factory.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../app/endpoints.ts';
import { multipart } from '../testing/raw-call.ts';
import { awaitReply, composeHead, openSocket } from '../testing/raw-socket.ts';
import { rightRole } from '../testing/right-role.ts';
import { createSampler } from '../testing/sampled.ts';
import { changesBetween, readBusinessState } from '../testing/business-state.ts';
import type { Reply } from '../testing/app.ts';
import { admin, app, openStage } from '../testing/stage.ts';
import { listStoredKeys } from '../testing/stored-bytes.ts';
import { buildTarget, nameOf } from '../testing/targets.ts';
import { guardCall, type HoldSession } from './call-guard.ts';
import { composeActor } from '../testing/composed-actor.ts';

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
  await socket.write(composeHead(endpoint.method, `/api${path}`, { ...headers, authorization, connection: 'close' }));
  const stored = await listStoredKeys(app);
  await socket.write(body.subarray(0, -2));
  // The call is under way once its file has arrived.
  await expect.poll(async () => (await listStoredKeys(app)).length).toBeGreaterThan(stored.length);
  return {
    stored,
    finish: async () => {
      await socket.write(body.subarray(-2));
      return awaitReply(socket, 20_000);
    },
  };
}

/** Lets a call go on; returns its status and what it has left. That it was refused is in the security log. */
async function finishAndCompare(goOn: () => Promise<number | null>, stored: readonly string[]) {
  const before = await readBusinessState(app);
  const status = await goOn();
  const changes = changesBetween(before, await readBusinessState(app), ['security_events']);
  const keys = (await listStoredKeys(app)).filter((key) => !stored.includes(key));
  return { status, changes, keys };
}

const findCall = (name: string) => endpoints.find((one) => nameOf(one) === name) as Endpoint;

/** Each of the calls with some of the ends of a session, in the long suite with each of them. */
function withEndings(names: string[]): [name: string, ending: string][] {
  const sampleEndings = createSampler(1);
  return names.flatMap((name) => sampleEndings(Object.keys(ENDINGS)).map((ending): [string, string] => [name, ending]));
}

const REFUSED = { status: 403, changes: [], keys: [] };

describe('a file on its way is refused with 403 and leaves no row and no bytes', () => {
  test.each(withEndings(takingFiles.map(nameOf)))('of %s when its sender is %s', async (name, ending) => {
    const endpoint = findCall(name);
    const user = await buildSignedIn(app.deps, { role: rightRole(endpoint), verified: true });
    const { stored, finish } = await beginCall(endpoint, user);
    await ENDINGS[ending]?.(user);
    expect(await finishAndCompare(finish, stored)).toEqual(REFUSED);
  });
});

test('a file on its way when its sender is removed as a colleague is refused with 403 and leaves no bytes', async () => {
  const customer = await buildSignedIn(app.deps);
  const colleague = await buildSignedIn(app.deps, { company_id: customer.id });
  const { stored, finish } = await beginCall(findCall('POST /ai/upload'), colleague);
  expect((await app.call(removeColleague, { id: colleague.id }, customer)).status).toBe(200);
  expect(await finishAndCompare(finish, stored)).toEqual(REFUSED);
});

test('a file on its way when its sender is erased is refused with 403 and leaves no bytes', async () => {
  const endpoint = findCall('POST /ai/upload');
  const user = await buildSignedIn(app.deps);
  const { stored, finish } = await beginCall(endpoint, user);
  await erase(user);
  expect(await finishAndCompare(finish, stored)).toEqual(REFUSED);
});

test('a session that ends while a file is being analysed keeps it from being stored, and what it stored is discarded', async () => {
  const user = await buildSignedIn(app.deps);
  const { id: sessionId } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const actor = { ...composeActor(user.id, user.role), sessionId };
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
  'POST /files/:id/change-link': {},
  'POST /files/:id/proposals': {},
  'POST /files/:id/proposals/:proposalId/attach': {},
  'POST /files/:id/reuse/:otherId': {},
};

/** Begins a call and holds the work on its file, until the returned function lets it go on. */
async function beginWork(call: () => Promise<Reply>): Promise<() => Promise<number>> {
  const released = Promise.withResolvers<void>();
  const run = app.deps.ecu.run.bind(app.deps.ecu);
  const held = vi.spyOn(app.deps.ecu, 'run').mockImplementation(async (...work) => {
    await released.promise;
    return run(...work);
  });
  onTestFinished(() => held.mockRestore());
  const reply = call();
  await expect.poll(() => held.mock.calls.length).toBe(1);
  return async () => {
    released.resolve();
    return (await reply).status;
  };
}

describe('work on a file is refused with 403 and changes nothing', () => {
  test.each(withEndings(Object.keys(WORKING)))('by %s when its sender is %s meanwhile', async (name, ending) => {
    const endpoint = findCall(name);
    const user = await buildSignedIn(app.deps, { role: rightRole(endpoint), verified: true });
    const { input } = await buildTarget(app.deps, endpoint, user);
    const stored = await listStoredKeys(app);
    const finish = await beginWork(() => app.call(endpoint, { ...input, ...WORKING[name] }, user));
    await ENDINGS[ending]?.(user);
    expect(await finishAndCompare(finish, stored)).toEqual(REFUSED);
  });
});

test('work on a file whose sender is erased meanwhile is refused with 403 and changes nothing', async () => {
  const user = await buildSignedIn(app.deps, { verified: true });
  const { file_name } = await buildAiSession(app.deps, { user_id: user.id });
  const stored = await listStoredKeys(app);
  const chosen = { file_name, ecu_id: 'BOSCH_ME7_5', man: 'SEAT' };
  const finish = await beginWork(() => app.call(chooseModel, chosen, user));
  await erase(user);
  expect(await finishAndCompare(finish, stored)).toEqual(REFUSED);
});

test('every call that takes a file is walked', () => {
  expect(takingFiles.length).toBeGreaterThan(9);
});
