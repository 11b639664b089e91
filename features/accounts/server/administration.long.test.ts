import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import * as accounts from '../accounts.calls.ts';
import { createAdministrator, lockAccount, unlockAccount } from './administration.ts';
import { BUILT_PASSWORD, buildLink, buildSignedIn, buildUser } from './accounts.factory.ts';

const SCRIPT = fileURLToPath(new URL('../../../tools/admin/accounts.ts', import.meta.url));

/** On a busy machine, starting Node alone takes seconds. */
const STARTS_A_PROGRAM = { timeout: 60_000 };

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-admin-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** Runs the command itself, next to the portal on the same database. */
const command = (...words: string[]): Promise<Ended> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl, DATA_DIR: folder };
    execFile(process.execPath, [SCRIPT, ...words], { env }, (error, output, errors) =>
      done({ code: error === null ? 0 : Number(error.code), output, errors }),
    );
  });

const login = async (email: string, password: string) => (await app.call(accounts.login, { email, password })).status;
const isSignedIn = async (token: string) => (await app.call(accounts.getMyUser, {}, { token })).status === 200;
const passwordIn = (output: string) => /shown once: (\S+)\n?$/.exec(output)?.[1] ?? '';
const listAuditEntries = async (about: string) => {
  const reader = await buildSignedIn(app.deps, { role: 'ADMIN' });
  const { changes } = (await app.call(listChanges, { about }, reader)).body as { changes: Change[] };
  return changes.map(({ username, origin, kind, new_value }) => [username, origin, kind, new_value]);
};

test(
  'reset-password prints a new password once, ends sessions and links, and is recorded in the audit list',
  STARTS_A_PROGRAM,
  async () => {
    const user = await buildSignedIn(app.deps, { role: 'ADMIN', username: 'Reset Me' });
    const link = await buildLink(app, user.id, 'RESET');
    const { code, output, errors } = await command('reset-password', user.email.toUpperCase());
    expect([code, errors]).toEqual([0, '']);
    const password = passwordIn(output);
    expect(output).toBe(`1 session ended. New password of administrator ${user.email}, shown once: ${password}\n`);
    expect(password).toMatch(/^[\w-]{22}$/);
    expect(await isSignedIn(user.token)).toBe(false);
    expect([await login(user.email, BUILT_PASSWORD), await login(user.email, password)]).toEqual([401, 200]);
    const reset = await app.call(accounts.resetPassword, { token: link, password: 'Copper-Lathe-88' });
    expect(reset.status).toBe(400);
    expect(await listAuditEntries('Reset Me')).toEqual([[null, 'COMMAND_LINE', 'PASSWORD', null]]);
  },
);

test('create adds another administrator; an address that is already in use is refused', async () => {
  const line = await createAdministrator(app, 'Second.Admin@example.com');
  expect(line).toMatch(/^Administrator Second\.Admin@example\.com was created\. Password, shown once: \S+$/);
  expect(await login('second.admin@example.com', passwordIn(line))).toBe(200);
  expect(await listAuditEntries('Second.Admin')).toEqual([
    [null, 'COMMAND_LINE', 'CREATED', 'Second.Admin@example.com (ADMIN)'],
  ]);
  const again = createAdministrator(app, 'second.admin@EXAMPLE.com');
  await expect(again).rejects.toThrow('Another account uses this email address.');
});

test('lock ends the sessions and blocks the login; unlock allows it at once, despite earlier failures', async () => {
  const user = await buildSignedIn(app.deps, { username: 'Lock Me' });
  expect(await lockAccount(app, user.email)).toBe(`Customer ${user.email} is locked; 1 session ended.`);
  expect(await isSignedIn(user.token)).toBe(false);
  expect(await login(user.email, BUILT_PASSWORD)).toBe(401);
  for (let at = 0; at < 11; at += 1) await login(user.email, 'wrong');
  expect(await login(user.email, BUILT_PASSWORD)).toBe(429);
  expect(await unlockAccount(app, user.email)).toBe(`Customer ${user.email} is unlocked.`);
  expect(await login(user.email, BUILT_PASSWORD)).toBe(200);
  expect(await listAuditEntries('Lock Me')).toEqual([
    [null, 'COMMAND_LINE', 'STATUS', 'ACTIVE'],
    [null, 'COMMAND_LINE', 'STATUS', 'DEACTIVE'],
  ]);
});

test('the last active administrator is never locked, even when two are locked at once', async () => {
  await app.db.updateTable('users').set({ role: 'CUSTOMER' }).where('role', '=', 'ADMIN').execute();
  const [one, two] = [await buildUser(app.deps, { role: 'ADMIN' }), await buildUser(app.deps, { role: 'ADMIN' })];
  const ended = await Promise.allSettled([lockAccount(app, one.email), lockAccount(app, two.email)]);
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = ended.find((end) => end.status === 'rejected');
  expect(refused?.reason).toMatchObject({ message: 'The last active administrator must stay.' });
});

test('an administrator who has not accepted the invitation does not count as one who is left', async () => {
  await app.db.updateTable('users').set({ role: 'CUSTOMER' }).where('role', '=', 'ADMIN').execute();
  const only = await buildUser(app.deps, { role: 'ADMIN' });
  await buildUser(app.deps, { role: 'ADMIN', password_hash: null, verified: false });
  await expect(lockAccount(app, only.email)).rejects.toMatchObject({
    message: 'The last active administrator must stay.',
  });
  // Signs in without a password, by a provider or a passkey.
  await buildUser(app.deps, { role: 'ADMIN', password_hash: null, verified: true });
  expect(await lockAccount(app, only.email)).toContain('is locked');
});

test(
  'an unknown command exits with code 2, an unknown account with code 1, each with a message',
  STARTS_A_PROGRAM,
  async () => {
    const [wrong, withoutAddress, unknown] = await Promise.all([
      command('remove', 'a@example.com'),
      command('unlock'),
      command('unlock', 'unknown@example.com'),
    ]);
    const usage =
      'Use: npm run admin reset-password | create | lock | unlock | reset-second-factor EMAIL\n' +
      '     npm run admin export-user EMAIL FILE\n' +
      '     npm run admin -- erase-user EMAIL [--confirm EMAIL]\n';
    expect(wrong).toEqual({ code: 2, output: '', errors: usage });
    expect(withoutAddress).toEqual({ code: 2, output: '', errors: usage });
    const sentence = 'There is no account with the e-mail address unknown@example.com.\n';
    expect(unknown).toEqual({ code: 1, output: '', errors: sentence });
  },
);
