import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listTablesWith } from '../../../server/testing/list-tables-with.ts';
import * as accounts from '../accounts.calls.ts';
import { confirmEmailChange, requestEmailChange } from '../account-changes.calls.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import { BUILT_PASSWORD, buildLink, buildSignedIn, buildUser } from './accounts.factory.ts';
import { MAX_EMAIL_CHANGES_PER_HOUR, removeOldEmailChanges } from './email-change.ts';
import { openSession } from './sessions.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

const HOUR_MS = 3_600_000;

openStage({ config: { publicUrl: 'https://tuning.example.com' } });
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
beforeEach(async () => {
  admin = await buildSignedIn(app.deps, { role: 'ADMIN' });
});
afterEach(() => app.db.deleteFrom('mails').execute());

let serial = 0;
const freshAddress = () => `new${(serial += 1)}@example.com`;
const request = (new_email: string, current_password = BUILT_PASSWORD, token = admin.token) =>
  app.call(requestEmailChange, { new_email, current_password }, { token });
const confirm = (token: string) => app.call(confirmEmailChange, { token });
const login = (email: string) => app.call(accounts.login, { email, password: BUILT_PASSWORD });
const mailsTo = (email: string) =>
  app.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();
const linkTo = async (email: string) => {
  const text = (await mailsTo(email)).at(-1)?.text_body ?? '';
  return /https:\/\/tuning\.example\.com\/confirm-email\?token=([\w-]{43})\n/.exec(text)?.[1] ?? '';
};
const readEmail = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

describe('an administrator changes their own e-mail address', () => {
  test('only by opening the link mailed to the new address; the old address gets a notice at once', async () => {
    const newAddress = freshAddress();
    expect((await request(newAddress)).body).toEqual({ message: 'We have sent a link to the new e-mail address.' });
    expect(await readEmail(admin)).toBe(admin.email);
    expect((await login(newAddress)).status).toBe(401);
    const [notice] = await mailsTo(admin.email);
    expect(notice?.text_body).toContain(newAddress);
    expect(notice?.text_body).not.toContain('token=');
    expect(await confirm(await linkTo(newAddress))).toMatchObject({ status: 200, body: { email: newAddress } });
    expect(await readEmail(admin)).toBe(newAddress);
    expect((await login(newAddress)).status).toBe(200);
    expect((await login(admin.email)).status).toBe(401);
    expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual([
      'Your email address is about to change',
      'Your email address was changed',
    ]);
  });

  test('at most ten times an hour, since each request mails an address that may be anyone’s', async () => {
    for (let at = 0; at < MAX_EMAIL_CHANGES_PER_HOUR; at += 1) expect((await request(freshAddress())).status).toBe(200);
    const refused = await request('one-more@example.com');
    expect([refused.status, refused.body.code]).toEqual([429, 'http.too_many']);
    expect(await mailsTo('one-more@example.com')).toEqual([]);
    app.clock.advance(HOUR_MS);
    expect((await request('one-more@example.com')).status).toBe(200);
  });

  test('without a mail to the old address if that one was never confirmed', async () => {
    const unconfirmed = await buildSignedIn(app.deps, { role: 'ADMIN', verified: false });
    const next = freshAddress();
    expect((await request(next, BUILT_PASSWORD, unconfirmed.token)).status).toBe(200);
    expect((await confirm(await linkTo(next))).status).toBe(200);
    expect(await readEmail(unconfirmed)).toBe(next);
    expect(await mailsTo(unconfirmed.email)).toEqual([]);
  });

  test('a customer may correct an address until it is confirmed, and not afterwards', async () => {
    const typo = await buildSignedIn(app.deps, { verified: false });
    const right = freshAddress();
    expect((await request(right, BUILT_PASSWORD, typo.token)).status).toBe(200);
    expect((await confirm(await linkTo(right))).status).toBe(200);
    expect((await app.call(accounts.getMyUser, {}, typo)).body).toMatchObject({ email: right, verified: true });
    expect((await login(right)).status).toBe(200);
    expect(await mailsTo(typo.email)).toEqual([]);
    const again = await request(freshAddress(), BUILT_PASSWORD, typo.token);
    expect([again.status, again.body.code]).toEqual([400, 'accounts.email_confirmed']);
  });

  test('an address with a domain in another alphabet is one address however it is spelled', async () => {
    const user = await buildSignedIn(app.deps, { verified: false });
    expect((await request('info@Müller-Tuning.de', BUILT_PASSWORD, user.token)).status).toBe(200);
    expect((await confirm(await linkTo('info@xn--mller-tuning-dlb.de'))).status).toBe(200);
    for (const spelled of ['info@müller-tuning.de', 'INFO@MÜLLER-TUNING.DE', 'info@xn--mller-tuning-dlb.de']) {
      expect((await login(spelled)).status).toBe(200);
    }
    const other = await buildSignedIn(app.deps, { verified: false });
    const taken = await request('info@müller-tuning.de', BUILT_PASSWORD, other.token);
    expect(taken.body.code).toBe('accounts.address_taken');
  });

  test('to a domain in another alphabet is spelled for people in the mail to the address in use', async () => {
    expect((await request('info@xn--grn-tuning-beb.de')).status).toBe(200);
    const [notice] = await mailsTo(admin.email);
    expect(notice?.text_body).toContain('info@grün-tuning.de');
    expect((await mailsTo('info@xn--grn-tuning-beb.de')).length).toBe(1);
  });

  test('which ends every other session and every mailed link, and is recorded in the audit list', async () => {
    const elsewhere = await openSession(app.deps, admin);
    const reset = await buildLink(app, admin.id, 'RESET');
    const newAddress = freshAddress();
    await request(newAddress);
    await confirm(await linkTo(newAddress));
    expect((await app.call(accounts.getMyUser, {}, { token: elsewhere })).status).toBe(403);
    expect((await app.call(accounts.getMyUser, {}, admin)).body).toMatchObject({ email: newAddress });
    const spent = await app.call(accounts.resetPassword, { token: reset, password: 'Copper-Lathe-88' });
    expect(spent.status).toBe(400);
    const { body } = await app.call(listChanges, { person: admin.id }, admin);
    expect((body as { changes: Change[] }).changes[0]).toMatchObject({
      kind: 'CONTACT',
      field: 'email',
      old_value: admin.email,
      new_value: newAddress,
    });
  });

  test('with a link that works once, within 24 hours', async () => {
    const [first, second] = [freshAddress(), freshAddress()];
    await request(first);
    const token = await linkTo(first);
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const other = await buildSignedIn(app.deps, { role: 'ADMIN' });
    await request(second, BUILT_PASSWORD, other.token);
    app.clock.advance(24 * HOUR_MS + 1000);
    expect((await confirm(await linkTo(second))).body).toMatchObject({ code: 'accounts.email_link_spent' });
    expect(await readEmail(other)).toBe(other.email);
  });

  test('not with a wrong password, to the same address, or to the address of another account', async () => {
    const other = await buildUser(app.deps);
    const codes = [];
    for (const [address, password] of [
      [freshAddress(), 'not the password'],
      [admin.email, BUILT_PASSWORD],
      [other.email.toUpperCase(), BUILT_PASSWORD],
      ['nonsense', BUILT_PASSWORD],
    ] as const) {
      const { status, body } = await request(address, password);
      codes.push([status, body.code]);
    }
    expect(codes).toEqual([
      [400, 'accounts.wrong_current_password'],
      [400, 'accounts.same_address'],
      [400, 'accounts.address_taken'],
      [400, expect.any(String)],
    ]);
    expect(await app.db.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  test('not if another user has meanwhile registered with the address; the link stays usable', async () => {
    const newAddress = freshAddress();
    await request(newAddress);
    const rival = await buildUser(app.deps, { email: newAddress });
    const token = await linkTo(newAddress);
    expect((await confirm(token)).body).toMatchObject({ code: 'accounts.address_taken' });
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', rival.id).execute();
    expect((await confirm(token)).status).toBe(200);
  });

  const NEW = 'Copper-Lathe-88';
  test.each<[string, () => Promise<unknown>]>([
    ['a newer request', () => request(freshAddress())],
    [
      'another password',
      () => app.call(accounts.changePassword, { current_password: BUILT_PASSWORD, new_password: NEW }, admin),
    ],
    [
      'a reset of the password',
      async () => app.call(accounts.resetPassword, { token: await buildLink(app, admin.id, 'RESET'), password: NEW }),
    ],
    [
      'a lock of the account',
      () => app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', admin.id).execute(),
    ],
  ])('%s invalidates the link', async (_, happens) => {
    const newAddress = freshAddress();
    await request(newAddress);
    const token = await linkTo(newAddress);
    await happens();
    expect((await confirm(token)).status).toBe(400);
    expect(await readEmail(admin)).toBe(admin.email);
  });

  test('the token is nowhere in the database but in the mail that waits, and old requests are removed', async () => {
    const newAddress = freshAddress();
    await request(newAddress);
    const token = await linkTo(newAddress);
    expect(token).not.toBe('');
    const rows = () => app.db.selectFrom('email_changes').selectAll().where('user_id', '=', admin.id).execute();
    expect(await rows()).toHaveLength(1);
    expect(await listTablesWith(app.ownerDb, token)).toEqual(['public.mails']);
    app.clock.advance(25 * HOUR_MS);
    await removeOldEmailChanges(app);
    expect(await rows()).toEqual([]);
  });
});

test('a customer cannot change a confirmed e-mail address', { tags: ['C-ACC-04'] }, async () => {
  const customer = await buildSignedIn(app.deps);
  const reply = await request(freshAddress(), BUILT_PASSWORD, customer.token);
  expect([reply.status, reply.body.code]).toEqual([400, 'accounts.email_confirmed']);
});
