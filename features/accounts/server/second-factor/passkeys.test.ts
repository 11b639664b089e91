import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { app, forgetAttemptsBeforeEach, openStage } from '../../../../server/testing/stage.ts';
import { setStoredSettings } from '../../../shop/stored-settings.calls.ts';
import { getMyUser, login } from '../../accounts.calls.ts';
import * as contract from '../../passkeys.calls.ts';
import {
  beginSecondFactor,
  getMySecondFactor,
  resetSecondFactor,
  turnOffSecondFactor,
} from '../../second-factor.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../accounts.factory.ts';
import { lockUser } from '../accounts.queries.ts';
import { openSession } from '../sessions.ts';
import { type Forgery, buildAuthenticator } from './authenticator.factory.ts';
import { makeRecoveryCodes } from './codes.ts';
import { resetSecondFactorByCommand } from './reset-second-factor.ts';
import { buildPasskey, buildSecondFactor } from './second-factor.factory.ts';

openStage();
forgetAttemptsBeforeEach();

type User = Awaited<ReturnType<typeof buildSignedIn>>;
const PASSWORD = { current_password: BUILT_PASSWORD };
const EXPIRY_MS = 5 * 60_000;

const begin = async (user: { token: string }, proof: object = {}) => {
  const { status, body } = await app.call(contract.beginPasskey, { ...PASSWORD, ...proof }, user);
  expect(status).toBe(200);
  return (body as { options: { user: { id: string } } }).options;
};
const add = (user: { token: string }, new_passkey: object) =>
  app.call(contract.addPasskey, { name: 'Laptop', new_passkey }, user);
const readMine = async (user: { token: string }) =>
  (await app.call(getMySecondFactor, {}, user)).body as { passkeys: { id: number; name: string }[] };
const mailsTo = (email: string) =>
  app.db.selectFrom('mails').select('text_body').where('recipient', '=', email).orderBy('id').execute();
const eventsOf = async (id: number) => {
  const rows = app.db.selectFrom('security_events').select(['event', 'reason', 'detail']).where('account_id', '=', id);
  return (await rows.orderBy('id').execute()).map(({ event, reason, detail }) => `${event} ${reason} ${detail}`.trim());
};
/** A challenge for a passkey in place of a code, and the answer to it. */
const prove = async (user: { token: string }, passkey: { answer: (options: object, forgery?: Forgery) => object }) =>
  passkey.answer(((await app.call(contract.askForMyPasskey, {}, user)).body as { options: object }).options);

/** Resolves when a statement waits for a lock of another transaction. */
async function hasWaiting(): Promise<true> {
  const waiting = sql<object>`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await waiting.execute(app.ownerDb)).rows.length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  return true;
}

describe('adding a passkey', () => {
  test('takes the password, and gives recovery codes with the first second factor; the login then asks for it', async () => {
    const user = await buildSignedIn(app.deps);
    const refused = await app.call(contract.beginPasskey, { current_password: 'Never-The-Password-1' }, user);
    expect(refused.body).toMatchObject({ code: 'accounts.wrong_current_password' });
    const device = buildAuthenticator(app.deps.config);
    const options = await begin(user);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Tunedesk' },
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    const added = await add(user, device.make(options));
    expect(added.status).toBe(201);
    expect((added.body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect((await readMine(user)).passkeys).toMatchObject([{ name: 'Laptop', last_used_at: null }]);
    const { body } = await app.call(login, { email: user.email, password: BUILT_PASSWORD });
    expect(body).toMatchObject({ second_step: { has_passkey: true } });
  });

  test('ends the other sessions, is logged with its name, and mailed to the owner', async () => {
    const user = await buildSignedIn(app.deps);
    const other = await openSession(app.deps, user);
    await add(user, buildAuthenticator(app.deps.config).make(await begin(user)));
    expect((await app.call(getMyUser, {}, { token: other })).status).toBe(403);
    expect((await app.call(getMyUser, {}, user)).status).toBe(200);
    expect((await eventsOf(user.id)).slice(0, 2)).toEqual([
      'PASSKEY_ADDED BY_OWNER Laptop',
      'SESSIONS_ENDED SECOND_FACTOR 1',
    ]);
    expect((await mailsTo(user.email))[0]?.text_body).toContain('The passkey “Laptop” was added');
  });

  test('a stolen session with the password adds none where a second factor counts, and no app either', async () => {
    const user = await buildSignedIn(app.deps);
    const passkey = await buildPasskey(app.deps, user.id);
    for (const call of [contract.beginPasskey, beginSecondFactor]) {
      expect((await app.call(call, PASSWORD, user)).body).toMatchObject({ values: { reason: 'accounts.fill_code' } });
      const proved = await app.call(call, { ...PASSWORD, passkey: await prove(user, passkey) }, user);
      expect(proved.status).toBe(200);
    }
  });

  test('a passkey that proves its maker by a certificate is refused, and nobody is asked about the certificate', async () => {
    const user = await buildSignedIn(app.deps);
    const device = buildAuthenticator(app.deps.config);
    const sent = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => sent.mockRestore());
    const refused = await add(user, device.make(await begin(user), { hasCertificate: true }));
    expect(refused).toMatchObject({ status: 400, body: { code: 'accounts.wrong_passkey' } });
    const elsewhere = sent.mock.calls.filter(([url]) => !new Request(url).url.startsWith(app.url));
    expect(elsewhere).toEqual([]);
    expect((await add(user, device.make(await begin(user)))).status).toBe(201);
  });

  test('a passkey of the account is named to the device, which refuses to make another one', async () => {
    const user = await buildSignedIn(app.deps);
    const passkey = await buildPasskey(app.deps, user.id);
    const options = await begin(user, { passkey: await prove(user, passkey) });
    expect(options).toMatchObject({ excludeCredentials: [{ id: passkey.credentialId, type: 'public-key' }] });
  });

  const FORGERIES: [string, Forgery][] = [
    ['a page at another address', { origin: 'https://portal.example.net' }],
    ['a passkey for another portal', { rpID: 'example.net' }],
    ['a device that has not checked the person', { isVerified: false }],
    ['another challenge', { challenge: Buffer.from('another challenge').toString('base64url') }],
  ];
  test.for(FORGERIES)('refuses %s', async ([, forgery]) => {
    const user = await buildSignedIn(app.deps);
    const made = buildAuthenticator(app.deps.config).make(await begin(user), forgery);
    expect((await add(user, made)).body).toMatchObject({ code: 'accounts.wrong_passkey' });
    expect((await readMine(user)).passkeys).toEqual([]);
  });

  test('a challenge counts once, for five minutes, for the session that asked', async () => {
    const user = await buildSignedIn(app.deps);
    const device = buildAuthenticator(app.deps.config);
    const made = device.make(await begin(user));
    expect((await add({ token: await openSession(app.deps, user) }, made)).body).toMatchObject({
      code: 'accounts.wrong_passkey',
    });
    app.clock.advance(EXPIRY_MS + 1000);
    expect((await add(user, made)).body).toMatchObject({ code: 'accounts.wrong_passkey' });
    const inTime = device.make(await begin(user));
    expect((await add(user, inTime)).status).toBe(201);
    expect((await add(user, inTime)).body).toMatchObject({ code: 'accounts.wrong_passkey' });
  });

  test('a passkey that is registered already is refused, to its owner and to anybody else', async () => {
    const [owner, other] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
    const device = buildAuthenticator(app.deps.config);
    const first = await add(owner, device.make(await begin(owner)));
    const [code] = (first.body as { recovery_codes: string[] }).recovery_codes;
    for (const again of [
      await add(owner, device.make(await begin(owner, { code }))),
      await add(other, device.make(await begin(other))),
    ])
      expect(again.body).toMatchObject({ code: 'accounts.passkey_known' });
    const stored = app.db.selectFrom('passkeys').select('user_id').where('credential_id', '=', device.credentialId);
    expect(await stored.execute()).toEqual([{ user_id: owner.id }]);
  });

  test('an account has twenty at most', async () => {
    const user = await buildSignedIn(app.deps);
    for (let at = 0; at < 20; at += 1) await buildPasskey(app.deps, user.id);
    const { recoveryCodes } = await buildSecondFactor(app.deps, user.id);
    const refused = await app.call(contract.beginPasskey, { ...PASSWORD, code: recoveryCodes[0] }, user);
    expect(refused.body).toMatchObject({ code: 'accounts.most_passkeys' });
  });
});

describe('one of several passkeys', () => {
  const build = async () => {
    const user = await buildSignedIn(app.deps);
    return { user, kept: await buildPasskey(app.deps, user.id), lost: await buildPasskey(app.deps, user.id) };
  };

  test('is renamed by its owner alone', async () => {
    const { user, kept } = await build();
    const stranger = await buildSignedIn(app.deps);
    expect((await app.call(contract.renamePasskey, { id: kept.id, name: 'Phone' }, stranger)).status).toBe(404);
    expect((await app.call(contract.renamePasskey, { id: kept.id, name: 'Phone' }, user)).status).toBe(200);
    expect((await readMine(user)).passkeys.map(({ name }) => name)).toEqual(['Phone', 'Laptop']);
  });

  test('is removed with the password and a passkey, by its owner alone', async () => {
    const { user, kept, lost } = await build();
    const remove = async (as: { token: string }, input: object) =>
      app.call(contract.removePasskey, { id: lost.id, ...PASSWORD, ...input }, as);
    const stranger = await buildSignedIn(app.deps);
    expect((await remove(stranger, {})).status).toBe(404);
    expect((await remove(user, {})).status).toBe(400);
    const foreign = await buildPasskey(app.deps, stranger.id);
    expect((await remove(user, { passkey: await prove(user, foreign) })).body).toMatchObject({
      code: 'accounts.wrong_passkey',
    });
    expect((await remove(user, { passkey: await prove(user, kept) })).status).toBe(200);
    expect((await readMine(user)).passkeys).toHaveLength(1);
    expect((await mailsTo(user.email))[0]?.text_body).toContain('was removed');
    expect(await eventsOf(user.id)).toContain('PASSKEY_REMOVED BY_OWNER Laptop');
  });
});

describe('the last second factor', () => {
  test('takes the recovery codes along, and the mail says that the password is enough now', async () => {
    const user = await buildSignedIn(app.deps);
    const recoveryCodes = await makeRecoveryCodes(app.db, user.id);
    const { id } = await buildPasskey(app.deps, user.id);
    const removed = await app.call(contract.removePasskey, { id, ...PASSWORD, code: recoveryCodes[0] }, user);
    expect(removed.status).toBe(200);
    expect(await readMine(user)).toEqual({ since: null, recovery_codes_left: 0, passkeys: [], is_required: false });
    expect((await app.call(login, { email: user.email, password: BUILT_PASSWORD })).body).toHaveProperty('token');
    expect((await mailsTo(user.email))[0]?.text_body).toContain('asks for the password alone');
  });

  test('the app can be turned off while a passkey is left: the codes and the second step stay', async () => {
    const user = await buildSignedIn(app.deps);
    const { code } = await buildSecondFactor(app.deps, user.id);
    await buildPasskey(app.deps, user.id);
    expect((await app.call(turnOffSecondFactor, { ...PASSWORD, code: code() }, user)).status).toBe(200);
    expect(await readMine(user)).toMatchObject({ since: null, recovery_codes_left: 10 });
    expect((await mailsTo(user.email))[0]?.text_body).toContain('Your passkeys still work');
  });
});

describe('a reset for a user who has lost the devices', () => {
  test('by an administrator removes the passkeys as well', async () => {
    const user = await buildSignedIn(app.deps);
    await buildPasskey(app.deps, user.id);
    const admin = await buildSignedIn(app.deps, { role: 'ADMIN' });
    expect((await app.call(resetSecondFactor, { id: user.id }, admin)).status).toBe(200);
    expect((await app.call(login, { email: user.email, password: BUILT_PASSWORD })).body).toHaveProperty('token');
  });

  test('by the operator as well', async () => {
    const user = await buildSignedIn(app.deps);
    await buildPasskey(app.deps, user.id);
    await resetSecondFactorByCommand(app.deps, user.email);
    expect(await app.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });
});

// Logs out the staff without a second factor, and so comes last.
describe('the last second factor of staff who need one', () => {
  const buildStaff = async () => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const [one, two] = [await buildPasskey(app.deps, staff.id), await buildPasskey(app.deps, staff.id)];
    expect((await app.call(setStoredSettings, { second_factor: 'required' }, staff)).status).toBe(200);
    return { staff, one, two };
  };
  const remove = async (staff: User, passkey: Awaited<ReturnType<typeof buildPasskey>>) => {
    const proof = await prove(staff, passkey);
    return app.call(contract.removePasskey, { id: passkey.id, ...PASSWORD, passkey: proof }, staff);
  };
  beforeEach(async () => {
    await app.db.updateTable('application_configuration').set({ shop_settings: '{}' }).execute();
    return () => app.db.updateTable('application_configuration').set({ shop_settings: '{}' }).execute();
  });

  test('is kept, while one of two can be removed', async () => {
    const { staff, one, two } = await buildStaff();
    expect((await remove(staff, one)).status).toBe(200);
    expect((await remove(staff, two)).body).toMatchObject({ code: 'accounts.second_factor_required' });
    expect((await readMine(staff)).passkeys).toHaveLength(1);
  });

  test('is kept when the other one is removed at the same time', async () => {
    const { staff, one, two } = await buildStaff();
    const { isWaiting, reply } = await app.db.transaction().execute(async (tx) => {
      await lockUser(tx, staff.id).execute();
      await tx.deleteFrom('passkeys').where('id', '=', one.id).execute();
      const removing = remove(staff, two);
      // It waits for this transaction.
      const waited = await Promise.race([removing.then(() => false), hasWaiting()]);
      return { isWaiting: waited, reply: removing };
    });
    expect(isWaiting).toBe(true);
    expect((await reply).body).toMatchObject({ code: 'accounts.second_factor_required' });
    expect((await readMine(staff)).passkeys).toHaveLength(1);
  });

  test('may be a passkey: adding it opens what was closed', async () => {
    await buildStaff();
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    expect((await app.call(contract.renamePasskey, { id: 1, name: 'x' }, staff)).body).toMatchObject({
      code: 'accounts.second_factor_needed',
    });
    const added = await add(staff, buildAuthenticator(app.deps.config).make(await begin(staff)));
    const { id, token } = added.body as { id: number; token: string };
    expect((await app.call(contract.renamePasskey, { id, name: 'Phone' }, { token })).status).toBe(200);
  });
});
