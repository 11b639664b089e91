import { setTimeout } from 'node:timers/promises';
import { TOTP, URI } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { changePassword, getMyUser, login, updateMyUser } from '../../accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../accounts.factory.ts';
import { openSession } from '../sessions.ts';
import { setStoredSettings } from '../../../shop/stored-settings.calls.ts';
import type { Reply } from '../../../../server/testing/app.ts';
import { app, forgetAttemptsBeforeEach, openStage } from '../../../../server/testing/stage.ts';
import * as contract from '../../second-factor.calls.ts';
import { holdSession } from '../hold-session.ts';
import { resetSecondFactorByCommand } from './reset-second-factor.ts';
import { buildSecondFactor } from './second-factor.factory.ts';

openStage();
forgetAttemptsBeforeEach();

type User = Awaited<ReturnType<typeof buildSignedIn>>;
const PASSWORD = { current_password: BUILT_PASSWORD };
const NAME_AND_CONTACT = { username: 'Ana', phone: '+389 70 111 222', country: 'Germany' };

const begin = async (user: User) =>
  (await app.call(contract.beginSecondFactor, PASSWORD, user)).body as { secret: string; uri: string };
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
const readMine = async (user: { token: string }) =>
  (await app.call(contract.getMySecondFactor, {}, user)).body as contract.SecondFactor;
const subjectsTo = async (email: string) =>
  (await app.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).map(
    (mail) => mail.subject,
  );

async function enrol(user: User) {
  const { secret } = await begin(user);
  const code = codeOf(secret);
  const { status, body } = await app.call(contract.confirmSecondFactor, { code }, user);
  expect(status).toBe(200);
  return { secret, code, ...(body as { recovery_codes: string[]; token: string }) };
}

describe('setting up a second factor', () => {
  test('takes the password, gives a key that an app understands, and counts once a code has come back', async () => {
    const user = await buildSignedIn(app.deps);
    const refused = await app.call(contract.beginSecondFactor, { current_password: 'Never-The-Password-1' }, user);
    expect(refused).toMatchObject({ status: 400, body: { code: 'accounts.wrong_current_password' } });
    const { secret, uri } = await begin(user);
    const inApp = URI.parse(uri) as TOTP;
    expect(inApp.secret.base32).toBe(secret);
    expect(inApp).toMatchObject({ issuer: 'Tunedesk', label: user.email, digits: 6, period: 30 });
    expect((await readMine(user)).since).toBeNull();
    const wrong = await app.call(contract.confirmSecondFactor, { code: '000000' }, user);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code', field: 'code' } });
    const code = inApp.generate({ timestamp: app.clock.now().getTime() });
    expect((await app.call(contract.confirmSecondFactor, { code }, user)).status).toBe(200);
    expect(await readMine(user)).toMatchObject({ recovery_codes_left: 10, is_required: false });
    expect((await readMine(user)).since).not.toBeNull();
  });

  test('ends the other sessions, keeps this one, and is mailed to the owner', async () => {
    const user = await buildSignedIn(app.deps);
    const other = await openSession(app.deps, user);
    const { token } = await enrol(user);
    expect((await app.call(getMyUser, {}, { token: other })).status).toBe(403);
    for (const mine of [user.token, token]) expect((await app.call(getMyUser, {}, { token: mine })).status).toBe(200);
    expect(await subjectsTo(user.email)).toEqual(['Your Tunedesk login now asks for a code']);
  });

  test('uses up the code that confirms it', async () => {
    const user = await buildSignedIn(app.deps);
    const { code } = await enrol(user);
    const { body } = await app.call(login, { email: user.email, password: BUILT_PASSWORD });
    const { ticket } = (body as { second_step: { ticket: string } }).second_step;
    expect((await app.call(contract.takeSecondStep, { ticket, code })).status).toBe(401);
  });

  test('is refused while one counts: a stolen session cannot replace it', async () => {
    const user = await buildSignedIn(app.deps);
    await enrol(user);
    const again = await app.call(contract.beginSecondFactor, PASSWORD, user);
    expect(again.body).toMatchObject({ code: 'accounts.second_factor_on' });
  });

  test('stores neither the key nor a recovery code in a form that can be read', async () => {
    const user = await buildSignedIn(app.deps);
    const { secret, recovery_codes } = await enrol(user);
    const stored = await app.db.selectFrom('second_factors').selectAll().where('user_id', '=', user.id).execute();
    const hashes = await app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute();
    const text = JSON.stringify([stored, hashes]);
    expect(hashes).toHaveLength(recovery_codes.length);
    for (const hidden of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(hidden);
  });

  test('a stored key that was copied to another user is of no use there', async () => {
    const [thief, owner] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
    const { code } = await buildSecondFactor(app.deps, thief.id);
    await buildSecondFactor(app.deps, owner.id);
    const copied = app.db.selectFrom('second_factors').select('secret').where('user_id', '=', thief.id);
    await app.db.updateTable('second_factors').set({ secret: copied }).where('user_id', '=', owner.id).execute();
    const off = await app.call(contract.turnOffSecondFactor, { ...PASSWORD, code: code() }, owner);
    expect(off.status).toBe(500);
  });
});

describe('turning it off', () => {
  test('needs the password and a code; then the login asks for none, and the owner gets a mail', async () => {
    const user = await buildSignedIn(app.deps);
    const { code } = await buildSecondFactor(app.deps, user.id);
    const off = (input: object) =>
      app.call(contract.turnOffSecondFactor, { ...PASSWORD, code: code(), ...input }, user);
    expect((await off({ current_password: 'Never-The-Password-1' })).body).toMatchObject({
      code: 'accounts.wrong_current_password',
    });
    expect((await off({ code: '000000' })).body).toMatchObject({ code: 'accounts.wrong_code' });
    expect((await off({})).status).toBe(200);
    expect(await readMine(user)).toEqual({ since: null, recovery_codes_left: 0, passkeys: [], is_required: false });
    expect((await app.call(login, { email: user.email, password: BUILT_PASSWORD })).body).toHaveProperty('token');
    expect(await subjectsTo(user.email)).toEqual(['Your Tunedesk login no longer asks for a code']);
  });

  test('limits wrong codes of a session like wrong passwords', async () => {
    const user = await buildSignedIn(app.deps);
    await buildSecondFactor(app.deps, user.id);
    const statuses = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push((await app.call(contract.turnOffSecondFactor, { ...PASSWORD, code: '000000' }, user)).status);
    expect(statuses.at(-2)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('a recovery code is too long to be found from its hash: 128 random bits', async () => {
  const user = await buildSignedIn(app.deps);
  const { recovery_codes } = await enrol(user);
  for (const code of recovery_codes) expect(code).toMatch(/^([A-Z2-7]{7}-){3}[A-Z2-7]{5}$/);
});

test('new recovery codes replace the earlier ones', async () => {
  const user = await buildSignedIn(app.deps);
  const { recoveryCodes, code } = await buildSecondFactor(app.deps, user.id);
  const renewed = await app.call(contract.renewRecoveryCodes, { ...PASSWORD, code: code() }, user);
  const { recovery_codes } = renewed.body as { recovery_codes: string[] };
  expect(recovery_codes).toHaveLength(10);
  const off = (one?: string) => app.call(contract.turnOffSecondFactor, { ...PASSWORD, code: one ?? '' }, user);
  expect((await off(recoveryCodes[0])).status).toBe(400);
  expect((await off(recovery_codes[0])).status).toBe(200);
});

describe('a reset for a user who has lost the phone', () => {
  test('by an administrator removes it, ends the sessions, is logged and mailed', async () => {
    const [user, admin] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps, { role: 'ADMIN' })];
    await buildSecondFactor(app.deps, user.id);
    expect((await app.call(contract.resetSecondFactor, { id: user.id }, admin)).status).toBe(200);
    expect((await app.call(getMyUser, {}, user)).status).toBe(403);
    expect((await app.call(contract.getUserSecondFactor, { id: user.id }, admin)).body).toEqual({
      since: null,
      passkeys: 0,
    });
    expect(await subjectsTo(user.email)).toEqual(['Your Tunedesk login no longer asks for a code']);
    const logged = app.db.selectFrom('security_events').select(['reason', 'actor_id']);
    const events = await logged
      .where('account_id', '=', user.id)
      .where('event', '=', 'SECOND_FACTOR_REMOVED')
      .execute();
    expect(events).toEqual([{ reason: 'BY_ADMINISTRATOR', actor_id: admin.id }]);
    const changes = app.db.selectFrom('changes').select('kind').where('subject_id', '=', user.id);
    expect(await changes.where('subject', '=', 'USER').execute()).toEqual([{ kind: 'SECOND_FACTOR' }]);
  });

  test('is refused to customers, for oneself, and where there is none', async () => {
    const [user, other] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
    const admin = await buildSignedIn(app.deps, { role: 'ADMIN' });
    await buildSecondFactor(app.deps, other.id);
    expect((await app.call(contract.resetSecondFactor, { id: other.id }, user)).status).toBe(403);
    const own = await app.call(contract.resetSecondFactor, { id: admin.id }, admin);
    expect(own.body).toMatchObject({ code: 'accounts.own_account' });
    const none = await app.call(contract.resetSecondFactor, { id: user.id }, admin);
    expect(none.status).toBe(400);
  });

  test('waits for what the user does with it at that moment', async () => {
    const [user, admin] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps, { role: 'ADMIN' })];
    await buildSecondFactor(app.deps, user.id);
    let resetting: Promise<Reply> | undefined;
    await app.db.transaction().execute(async (tx) => {
      const session = await tx.selectFrom('sessions').select('id').where('user_id', '=', user.id).executeTakeFirst();
      await holdSession({ ...app.deps, db: tx }, { id: user.id, role: user.role, sessionId: session?.id ?? '' });
      resetting = app.call(contract.resetSecondFactor, { id: user.id }, admin);
      await setTimeout(500);
      await tx.updateTable('second_factors').set({ last_step: 1 }).where('user_id', '=', user.id).execute();
    });
    expect((await resetting)?.status).toBe(200);
  });

  test('is a command of the operator as well', async () => {
    const user = await buildSignedIn(app.deps);
    await buildSecondFactor(app.deps, user.id);
    expect(await resetSecondFactorByCommand(app.deps, user.email.toUpperCase())).toContain('1 session ended');
    expect((await app.call(login, { email: user.email, password: BUILT_PASSWORD })).body).toHaveProperty('token');
  });
});

describe('a shop that requires a second factor of its staff', () => {
  const require = (user: { token: string }) => app.call(setStoredSettings, { second_factor: 'required' }, user);
  const allow = () => app.db.updateTable('application_configuration').set({ shop_settings: '{}' }).execute();
  afterEach(() => allow().then(() => undefined));
  const startRequiring = async () => {
    const boss = await buildSignedIn(app.deps, { role: 'ADMIN' });
    await buildSecondFactor(app.deps, boss.id);
    expect((await require(boss)).status).toBe(200);
    return boss;
  };

  test('first requires it of whoever decides so', async () => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    expect((await require(staff)).body).toMatchObject({ code: 'accounts.own_second_factor_first' });
  });

  test('logs out the staff without one, and nobody else', async () => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const customer = await buildSignedIn(app.deps);
    const boss = await startRequiring();
    expect((await app.call(getMyUser, {}, staff)).status).toBe(403);
    for (const user of [boss, customer]) expect((await app.call(getMyUser, {}, user)).status).toBe(200);
  });

  test('lets staff without one do nothing but add it; the token of the confirmation opens the rest', async () => {
    await startRequiring();
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const { status, body } = await app.call(updateMyUser, NAME_AND_CONTACT, staff);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'accounts.second_factor_needed' } });
    expect(JSON.parse(subjectOf(staff.token))).toHaveProperty('must_add_second_factor', true);
    expect((await readMine(staff)).is_required).toBe(true);
    const { token } = await enrol(staff);
    expect((await app.call(updateMyUser, NAME_AND_CONTACT, { token })).status).toBe(200);
    expect(JSON.parse(subjectOf(token))).not.toHaveProperty('must_add_second_factor');
  });

  test('a new password opens no way around it', async () => {
    await startRequiring();
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const changed = await app.call(changePassword, { ...PASSWORD, new_password: 'Copper-Lathe-88' }, staff);
    const next = changed.body as { token: string };
    expect((await app.call(updateMyUser, NAME_AND_CONTACT, next)).body).toMatchObject({
      code: 'accounts.second_factor_needed',
    });
  });

  test('does not let staff turn it off, and asks nothing of customers', async () => {
    const boss = await startRequiring();
    const [code = ''] = (await buildRecovery(boss)).recovery_codes;
    const off = await app.call(contract.turnOffSecondFactor, { ...PASSWORD, code }, boss);
    expect(off.body).toMatchObject({ code: 'accounts.second_factor_required' });
    const customer = await buildSignedIn(app.deps);
    expect((await app.call(updateMyUser, NAME_AND_CONTACT, customer)).status).toBe(200);
  });
});

const subjectOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;

async function buildRecovery(user: User) {
  await app.db.deleteFrom('second_factors').where('user_id', '=', user.id).execute();
  await app.db.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
  const { recoveryCodes } = await buildSecondFactor(app.deps, user.id);
  return { recovery_codes: recoveryCodes };
}
