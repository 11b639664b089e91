import { describe, expect, test } from 'vitest';
import type { Capability } from '../../../../contract/capabilities.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { endpoints, nameOf } from '../../../../app/endpoints.ts';
import { PRICED, buildCustomer } from '../../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { changePassword, getMyUser, listUsers, login, updateUser } from '../../accounts.calls.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { cancelFile, confirmAndPay, getFile, listFiles } from '../../../files/files.calls.ts';
import { listSecurityEvents, type SecurityEvent } from '../../security-log/security.calls.ts';
import { BUILT_PASSWORD } from '../accounts.factory.ts';
import { createUser } from '../../user-creation.calls.ts';
import { listGrantable } from '../../access-token-forms.ts';
import * as contract from '../../access-tokens.calls.ts';

openStage();

const FORM = { name: 'Accounting', days: 7, capabilities: [] as Capability[], current_password: BUILT_PASSWORD };

const DAY_MS = 24 * 3_600_000;

interface Made extends contract.AccessToken {
  token: string;
}

async function makeToken(owner: { token: string }, capabilities: readonly Capability[] = [], days = 30): Promise<Made> {
  const input = { ...FORM, days, capabilities };
  const { status, body } = await app.call(contract.createAccessToken, input, { token: owner.token });
  expect(status).toBe(201);
  return body as Made;
}

const callAs = async (endpoint: Endpoint, input: Record<string, unknown>, { token }: { token: string }) => {
  const { status, body } = await app.call(endpoint, input, { token });
  return { status, code: (body as { code?: string } | null)?.code };
};

const NOT_ALLOWED = { status: 400, code: 'access-tokens.not_allowed' };
const ENDED = { status: 403, code: 'session.ended' };

describe('a token', () => {
  test('reads what its owner reads, and does what it was allowed and nothing else', async () => {
    const owner = await buildCustomer(app.deps, 500);
    const [reading, paying] = [await makeToken(owner), await makeToken(owner, ['files.pay'])];
    const { id } = await buildFile(app.deps, { ...PRICED, user_id: owner.id });
    expect(await callAs(getFile, { id }, reading)).toMatchObject({ status: 200 });
    expect(await callAs(confirmAndPay, { id }, reading)).toEqual(NOT_ALLOWED);
    expect(await callAs(cancelFile, { id }, reading)).toEqual(NOT_ALLOWED);
    expect(await callAs(confirmAndPay, { id }, paying)).toMatchObject({ status: 200 });
  });

  test('of an administrator reads of all users only what it was allowed to', async () => {
    const [none, files] = [await makeToken(admin), await makeToken(admin, ['files.read-all'])];
    const { id } = await buildFile(app.deps);
    expect(await callAs(getFile, { id }, none)).toMatchObject({ status: 404 });
    expect(await callAs(listFiles, {}, none)).toEqual(NOT_ALLOWED);
    expect(await callAs(getFile, { id }, files)).toMatchObject({ status: 200 });
    expect(await callAs(listFiles, {}, files)).toMatchObject({ status: 200 });
    expect(await callAs(listUsers, {}, files)).toEqual(NOT_ALLOWED);
  });

  test('never gets more than its owner has: when it is made, and at every call', async () => {
    const owner = await buildCustomer(app.deps);
    const input = { ...FORM, capabilities: ['files.read-all'] };
    expect(await callAs(contract.createAccessToken, input, owner)).toEqual({
      status: 400,
      code: 'access-tokens.not_yours',
    });
    const made = await makeToken(owner, ['files.pay']);
    // As if an intruder had changed the row.
    await app.ownerDb
      .updateTable('sessions')
      .set({ token_capabilities: ['files.read-all', 'users.change'] })
      .where('id', '=', made.id)
      .execute();
    expect(await callAs(listFiles, {}, made)).toMatchObject({ status: 403, code: 'session.wrong_role' });
  });

  test('cannot change users, who could then do everything', async () => {
    const input = { ...FORM, capabilities: ['users.change'] };
    expect(await callAs(contract.createAccessToken, input, admin)).toMatchObject({ code: 'access-tokens.not_yours' });
    const everything = await makeToken(admin, listGrantable({ role: 'ADMIN', staff_capabilities: null }));
    expect(await callAs(createUser, { username: 'x' }, everything)).toEqual(NOT_ALLOWED);
    expect(await callAs(updateUser, { id: admin.id }, everything)).toEqual(NOT_ALLOWED);
  });

  test.each(
    endpoints
      .filter(({ who, method, forTokens }) => who === 'signed-in' && method !== 'GET' && forTokens !== true)
      .map((endpoint) => [nameOf(endpoint), endpoint] as const),
  )('with every capability cannot call %s', async (_, endpoint) => {
    const owner = await buildCustomer(app.deps);
    const made = await makeToken(owner, ['files.pay', 'files.upload', 'dtc-off.use']);
    expect(await callAs(endpoint, { id: made.id }, made)).toEqual(NOT_ALLOWED);
    expect(await callAs(getMyUser, {}, owner)).toMatchObject({ status: 200 });
  });

  test('is ended by its owner, and refused on the very next call', async () => {
    const owner = await buildCustomer(app.deps);
    const made = await makeToken(owner);
    expect(await callAs(getMyUser, {}, made)).toMatchObject({ status: 200 });
    expect(await callAs(contract.deleteAccessToken, { session: made.id }, owner)).toMatchObject({ status: 200 });
    expect(await callAs(getMyUser, {}, made)).toEqual(ENDED);
    expect(await callAs(getMyUser, {}, owner)).toMatchObject({ status: 200 });
  });

  test('cannot be ended by another user', async () => {
    const made = await makeToken(await buildCustomer(app.deps));
    expect(await callAs(contract.deleteAccessToken, { session: made.id }, await buildCustomer(app.deps))).toMatchObject(
      {
        status: 404,
      },
    );
    expect(await callAs(getMyUser, {}, made)).toMatchObject({ status: 200 });
  });

  test('is over after its days', async () => {
    const made = await makeToken(await buildCustomer(app.deps), [], 90);
    app.clock.advance(90 * DAY_MS - 60_000);
    expect(await callAs(getMyUser, {}, made)).toMatchObject({ status: 200 });
    app.clock.advance(2 * 60_000);
    expect(await callAs(getMyUser, {}, made)).toEqual(ENDED);
  });

  test('ends with a lock and with a new password of its owner, and with its deletion', async () => {
    const [locked, changed, erased] = [
      await buildCustomer(app.deps),
      await buildCustomer(app.deps),
      await buildCustomer(app.deps),
    ];
    const tokens = [await makeToken(locked), await makeToken(changed), await makeToken(erased)] as const;
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', locked.id).execute();
    const input = {
      current_password: BUILT_PASSWORD,
      new_password: 'Another-Word-77',
      confirm_password: 'Another-Word-77',
    };
    expect(await callAs(changePassword, input, changed)).toMatchObject({ status: 200 });
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', erased.id).execute();
    await app.settled();
    for (const token of tokens) expect(await callAs(getMyUser, {}, token)).toEqual(ENDED);
  });

  test('in an address, in a cookie or guessed is no token', async () => {
    const { token } = await makeToken(await buildCustomer(app.deps));
    expect((await fetch(`${app.url}/api/users/my?token=${token}&access_token=${token}`)).status).toBe(401);
    expect((await fetch(`${app.url}/api/users/my`, { headers: { cookie: `token=${token}` } })).status).toBe(401);
    const changed = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    for (const guess of [changed, 'tdt_', `tdt_${'a'.repeat(43)}`, token.slice(0, -10)])
      expect((await callAs(getMyUser, {}, { token: guess })).status).toBe(403);
  });

  test('survives a login whose call it came with', async () => {
    const owner = await buildCustomer(app.deps);
    const made = await makeToken(owner);
    const { status } = await app.call(login, { email: owner.email, password: BUILT_PASSWORD }, { token: made.token });
    expect(status).toBe(200);
    expect(await callAs(getMyUser, {}, made)).toMatchObject({ status: 200 });
  });
});

test('of a token nothing is stored but its end, and its owner sees when it was last used', async () => {
  const owner = await buildCustomer(app.deps);
  const made = await makeToken(owner, ['files.upload']);
  const rows = JSON.stringify(
    await app.db.selectFrom('sessions').selectAll().where('user_id', '=', owner.id).execute(),
  );
  expect(rows).not.toContain(made.token.slice(-20));
  const list = async () => (await app.call(contract.listAccessTokens, {}, { token: owner.token })).body;
  expect(await list()).toEqual([
    { ...Object.fromEntries(Object.entries(made).filter(([name]) => name !== 'token')), last_used_at: null },
  ]);
  await callAs(getMyUser, {}, made);
  await callAs(contract.listAccessTokens, {}, made);
  expect(await list()).toMatchObject([
    { token_hint: made.token.slice(-6), last_used_at: expect.any(String) as string },
  ]);
});

test('the security log names the token that was created and ended', async () => {
  const owner = await buildCustomer(app.deps);
  const made = await makeToken(owner);
  await callAs(contract.deleteAccessToken, { session: made.id }, owner);
  const { body } = await app.call(listSecurityEvents, { who: owner.email }, { token: admin.token });
  const events = (body.events as SecurityEvent[]).filter(({ detail }) => detail === 'Accounting');
  expect(events.map(({ event }) => event)).toEqual(['TOKEN_ENDED', 'TOKEN_CREATED']);
});

test('a user has twenty tokens at most, also when two are made at once', async () => {
  const owner = await buildCustomer(app.deps);
  for (let count = 0; count < contract.MAX_TOKENS - 1; count += 1) await makeToken(owner);
  const made = await Promise.all([1, 2].map(() => callAs(contract.createAccessToken, FORM, owner)));
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201, 400]));
});
