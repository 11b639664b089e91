import { expect, test } from 'vitest';
import { openEventStream } from '../../../server/testing/event-stream.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { listSolutions } from '../../catalogue/catalogue.calls.ts';
import * as contract from '../accounts.calls.ts';
import { createUser } from '../user-creation.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from './accounts.factory.ts';
import { resetAccountPassword } from './administration.ts';
import { lockAccount } from './administration.ts';

openStage();

const NEW_PASSWORD = 'Copper-Lathe-88';

const readStatus = async (token: string) => (await app.call(contract.getMyUser, {}, { token })).status;
const logIn = (email: string, password: string, token?: string) =>
  app.call(contract.login, { email, password }, { token });

test('a login with a token ends the session of that token, whoever it belongs to, and no other', async () => {
  const [ana, bojan] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
  const other = (await logIn(ana.email, BUILT_PASSWORD)).body.token as string;
  const next = (await logIn(ana.email, BUILT_PASSWORD, ana.token)).body.token as string;
  expect([await readStatus(ana.token), await readStatus(other), await readStatus(next)]).toEqual([403, 200, 200]);
  const again = (await logIn(ana.email, BUILT_PASSWORD, bojan.token)).body.token as string;
  expect([await readStatus(bojan.token), await readStatus(again)]).toEqual([403, 200]);
});

test('a login that fails, or comes with a token of another portal, ends no session', async () => {
  const user = await buildSignedIn(app.deps);
  expect((await logIn(user.email, 'Wrong-guess-1', user.token)).status).toBe(401);
  expect((await logIn(user.email, BUILT_PASSWORD, 'not.a.token')).status).toBe(200);
  expect(await readStatus(user.token)).toBe(200);
});

test('a changed password issues a new token, and the one of the call is over', async () => {
  const user = await buildSignedIn(app.deps);
  const input = { current_password: BUILT_PASSWORD, new_password: NEW_PASSWORD };
  const reply = await app.call(contract.changePassword, input, user);
  expect([reply.status, await readStatus(user.token), await readStatus(reply.body.token)]).toEqual([200, 403, 200]);
});

test('an event stream ends with its session, long before it would be looked at again, and so does that of a locked account', async () => {
  const [ana, bojan] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
  const streams = [await openEventStream(app.url, ana.token), await openEventStream(app.url, bojan.token)];
  await app.call(contract.logout, {}, ana);
  await lockAccount(app.deps, bojan.email);
  await expect
    .poll(() => streams.map(({ hasEnded }) => hasEnded), { timeout: 10_000, interval: 10 })
    .toEqual([true, true]);
});

/** Creates a user whose password an administrator passes on. */
async function createWithPassword() {
  const fields = { username: 'blagoja', full_name: 'Blagoja', phone: '+38970111222', country: 'North Macedonia' };
  const email = `blagoja${Math.random()}@example.com`;
  const { body } = await app.call(createUser, { ...fields, email, role: 'CUSTOMER', invite: false }, admin);
  return { email, password: body.password as string };
}

test('with a generated password, nothing can be done until another one is chosen', async () => {
  const { email, password } = await createWithPassword();
  const { token } = (await logIn(email, password)).body as { token: string };
  const subject = JSON.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub) as object;
  expect(subject).toMatchObject({ email, must_change_password: true });
  const refused = await app.call(listSolutions, {}, { token });
  expect([refused.status, refused.body.code]).toEqual([400, 'accounts.new_password_needed']);
  expect((await openEventStream(app.url, token)).response.status).toBe(403);
  const change = { current_password: password, new_password: NEW_PASSWORD };
  const changed = (await app.call(contract.changePassword, change, { token })).body as { token: string };
  expect((await app.call(listSolutions, {}, changed)).status).toBe(200);
  const later = (await logIn(email, NEW_PASSWORD)).body as { token: string };
  expect((await app.call(listSolutions, {}, later)).status).toBe(200);
});

test('a password that the command line has made must be changed at its first use as well', async () => {
  const user = await buildSignedIn(app.deps);
  const sentence = await resetAccountPassword(app.deps, user.email);
  const password = sentence.split(' ').at(-1) ?? '';
  expect(password).toMatch(/^[\w-]{22}$/);
  const { token } = (await logIn(user.email, password)).body as { token: string };
  expect((await app.call(listSolutions, {}, { token })).body.code).toBe('accounts.new_password_needed');
});
