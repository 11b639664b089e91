import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Capability } from '../../../../contract/capabilities.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { listFiles } from '../../../files/files.calls.ts';
import { listSecurityEvents, type SecurityEvent } from '../../security-log/security.calls.ts';
import { setStoredSettings } from '../../../shop/stored-settings.calls.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildNarrowed } from '../../../../server/testing/staff-role-walk.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { getMyUser, listUsers } from '../../accounts.calls.ts';
import * as contract from '../../access-tokens.calls.ts';
import { endOtherSessions, listMySessions } from '../../user-sessions.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../accounts.factory.ts';
import { openSession } from '../sessions.ts';
import { buildSecondFactor } from '../second-factor/second-factor.factory.ts';

const logLines: string[] = [];
openStage({ logLines });
beforeEach(async () => {
  await app.db.deleteFrom('login_failures').execute();
  await app.db.updateTable('application_configuration').set({ shop_settings: '{}' }).execute();
});

const FORM = { name: 'Books of Petra', days: 7, current_password: BUILT_PASSWORD };

const create = (owner: { token: string }, form: Record<string, unknown> = {}) =>
  app.call(contract.createAccessToken, { ...FORM, capabilities: [], ...form }, { token: owner.token });

async function makeToken(owner: { token: string }, capabilities: readonly Capability[] = []) {
  const { status, body } = await create(owner, { capabilities });
  expect(status).toBe(201);
  return { id: String(body.id), token: String(body.token) };
}

const callAs = async (endpoint: Endpoint, input: Record<string, unknown>, { token }: { token: string }) => {
  const { status, body } = await app.call(endpoint, input, { token });
  return { status, code: (body as { code?: string } | null)?.code };
};

const NOT_ALLOWED = { status: 400, code: 'access-tokens.not_allowed' };
const ENDED = { status: 403, code: 'session.ended' };

test('a stolen session makes no token without the password, and guesses it as often as a login does', async () => {
  const owner = await buildCustomer(app.deps);
  const wrong = () => create(owner, { current_password: 'Guessed-Word-1' });
  expect((await wrong()).body).toMatchObject({ code: 'accounts.wrong_current_password', field: 'current_password' });
  const replies = [];
  for (let count = 0; count < 30; count += 1) replies.push((await wrong()).status);
  expect(replies.at(-1)).toBe(429);
  expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', owner.id).execute()).toHaveLength(1);
});

test('a session without the second factor that the shop requires makes no token', async () => {
  await buildSecondFactor(app.deps, admin.id);
  await app.call(setStoredSettings, { second_factor: 'required' }, admin);
  onTestFinished(async () => {
    await app.db.updateTable('application_configuration').set({ shop_settings: '{}' }).execute();
  });
  const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
  expect((await create(staff)).body).toMatchObject({ code: 'accounts.second_factor_needed' });
  await buildSecondFactor(app.deps, staff.id);
  const complete = { token: await openSession(app.deps, staff) };
  const made = await makeToken(complete, ['files.read-all']);
  expect(await callAs(listFiles, {}, made)).toMatchObject({ status: 200 });
});

test('a staff role that narrows its owner narrows a token at the same moment', async () => {
  const owner = await buildSignedIn(app.deps, { role: 'ADMIN' });
  const made = await makeToken(owner, ['files.read-all', 'users.read-all']);
  expect(await callAs(listFiles, {}, made)).toMatchObject({ status: 200 });
  const { id } = await buildNarrowed(['admin-area.open', 'users.read-all']);
  const role = app.db.selectFrom('users').select('staff_role_id').where('id', '=', id);
  await app.db.updateTable('users').set({ staff_role_id: role }).where('id', '=', owner.id).execute();
  expect(await callAs(listFiles, {}, made)).toEqual(NOT_ALLOWED);
  expect(await callAs(listUsers, {}, made)).toMatchObject({ status: 200 });
  const { body } = await app.call(getMyUser, {}, made);
  expect(body.staff_capabilities).toEqual(['users.read-all']);
  expect((await create(owner, { capabilities: ['files.read-all'] })).body).toMatchObject({
    code: 'access-tokens.not_yours',
  });
});

test('a token makes no token, and cannot end one', async () => {
  const owner = await buildSignedIn(app.deps, { role: 'ADMIN' });
  const made = await makeToken(owner, ['settings.change', 'admin-area.open']);
  expect((await create(made)).body).toMatchObject({ code: NOT_ALLOWED.code });
  expect(await callAs(contract.deleteAccessToken, { session: made.id }, made)).toEqual(NOT_ALLOWED);
});

test('a token that somebody else has signed, or nobody, is refused like one that does not exist', async () => {
  const owner = await buildCustomer(app.deps);
  const made = await makeToken(owner);
  const claims = decodeJwt(made.token.replace('tdt_', ''));
  const other = new TextEncoder().encode('a-secret-of-somebody-else-of-32-b');
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(other);
  const unsigned = new UnsecuredJWT(claims).encode();
  const gone = await new SignJWT({ ...claims, jti: '0f8fad5b-d9cb-469f-a165-70867728950e' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(other);
  for (const token of [forged, unsigned, gone])
    for (const prefix of ['', 'tdt_']) expect(await callAs(getMyUser, {}, { token: prefix + token })).toEqual(ENDED);
});

test('what a token is refused is in the security log with its name, and its secret in no log', async () => {
  const owner = await buildCustomer(app.deps);
  const made = await makeToken(owner);
  expect(await callAs(contract.createAccessToken, FORM, made)).toEqual(NOT_ALLOWED);
  await app.settled();
  const { body } = await app.call(listSecurityEvents, { who: owner.email }, { token: admin.token });
  expect(body.events as SecurityEvent[]).toContainEqual(
    expect.objectContaining({ event: 'FORBIDDEN', reason: 'ACCESS_TOKEN', detail: FORM.name }),
  );
  expect(logLines.some((line) => line.includes(`"accessToken":"${FORM.name}"`))).toBe(true);
  expect(JSON.stringify([body, ...logLines])).not.toContain(made.token.slice(-20));
});

test('a program is no browser: not among the sessions, not logged out with them, and not the support that is online', async () => {
  const owner = await buildSignedIn(app.deps, { role: 'ADMIN' });
  const made = await makeToken(owner, ['tickets.answer']);
  expect((await app.call(listMySessions, {}, owner)).body).toHaveLength(1);
  await app.call(endOtherSessions, {}, owner);
  expect(await callAs(getMyUser, {}, made)).toMatchObject({ status: 200 });
  const seen = app.db.selectFrom('sessions').select('last_seen_at').where('id', '=', made.id);
  expect(await seen.executeTakeFirstOrThrow()).toEqual({ last_seen_at: null });
});
