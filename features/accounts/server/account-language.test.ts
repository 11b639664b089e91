import { describe, expect, test } from 'vitest';
import { chooseCallLanguage } from '../../../server/http/reader-language.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { notifyUsers } from '../../messaging/notifications.calls.ts';
import type { SignedIn, MyUser } from '../user.ts';
import * as contract from '../accounts.calls.ts';
import { notify } from '../../messaging/server/notifications.ts';
import { storedText } from '../../../contract/texts.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

const stored = async (email: string) =>
  app.db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirstOrThrow();

const login = async (email: string, headers: Record<string, string> = {}) =>
  (await app.call(contract.login, { email, password: BUILT_PASSWORD }, { headers })).body as SignedIn;

describe('the language of an account', () => {
  test('is chosen by its owner, and the change is recorded', async () => {
    const [customer, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    expect((await app.call(contract.updateMyLanguage, { language: 'de' }, customer)).body).toEqual({ language: 'de' });
    const { body } = await app.call(contract.getMyUser, {}, customer);
    expect((body as MyUser).language).toBe('de');
    const changes = await app.call(listChanges, { kind: 'CONTACT', person: customer.id }, admin);
    expect(changes.body).toMatchObject({
      changes: [{ field: 'language', subject_id: customer.id, old_value: null, new_value: 'de' }],
    });
  });

  test('must be one the portal has', async () => {
    const customer = await buildCustomer(app.deps);
    const refused = await app.call(contract.updateMyLanguage, { language: 'xx' }, customer);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ field: 'language', values: { reason: 'accounts.choose_language' } });
    expect(await stored(customer.email)).toEqual({ language: null });
  });

  test('starts as that of the registration page, and so does that of the first mail', async () => {
    const fields = { username: 'Jonas', full_name: 'Jonas K', phone: '+49 30 123456', country: 'Germany' };
    const input = { ...fields, email: 'jonas.k@example.com', password: 'Kupfer-Drehbank-88' };
    const registered = await app.call(contract.register, input, { headers: { 'accept-language': 'de-CH,en;q=0.8' } });
    expect(registered.body).toMatchObject({ language: 'de' });
    expect(await stored(input.email)).toEqual({ language: 'de' });
    const mail = await app.db
      .selectFrom('mails')
      .select(['subject', 'html_body'])
      .where('recipient', '=', input.email)
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse');
    expect(mail.html_body).toContain('<html lang="de">');
  });

  test('is passed to every new device at sign-in, whatever the language of its page', async () => {
    const { email } = await buildSignedIn(app.deps, { language: 'mk' });
    expect(await login(email, { cookie: 'language=fr' })).toMatchObject({ language: 'mk' });
    expect(await stored(email)).toEqual({ language: 'mk' });
  });

  test('is taken from the page at the first sign-in if it is not set, but never from a program', async () => {
    const { email } = await buildUser(app.deps);
    expect(await login(email, { 'accept-language': '*' })).not.toHaveProperty('language');
    expect(await stored(email)).toEqual({ language: null });
    expect(await login(email, { cookie: 'a=b; language=es', 'accept-language': 'de' })).toMatchObject({
      language: 'es',
    });
    expect(await stored(email)).toEqual({ language: 'es' });
  });

  test('counts as not set if the portal no longer has it', async () => {
    const customer = await buildSignedIn(app.deps, { language: 'sq' });
    const { status, body } = await app.call(contract.getMyUser, {}, customer);
    expect([status, (body as MyUser).language]).toEqual([200, null]);
  });
});

test('notifications follow the reader’s language, but texts written by an administrator stay as they are', async () => {
  const [customer, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
  await app.call(notifyUsers, { user_ids: [customer.id], message: 'New <b>prices</b>' }, admin);
  const message = storedText('mails.readySubject', { id: '<7>', price: { cents: 123_450 } });
  await notify(app.db, { userIds: [customer.id], message });
  const read = async () => {
    const { body } = await app.call(contract.getMyUser, {}, customer);
    return (body as MyUser).notifications.map((one) => one.message);
  };
  expect(await read()).toEqual(['Your file &lt;7&gt; is ready: 1234.50 CRS', 'New <b>prices</b>']);
  await app.call(contract.updateMyLanguage, { language: 'de' }, customer);
  expect(await read()).toEqual(['Ihre Datei &lt;7&gt; ist fertig: 1234,50 CRS', 'New <b>prices</b>']);
});

test.each([
  [{ cookie: 'language=it' }, 'it'],
  [{ cookie: 'language=it; __Host-language=es' }, 'es'],
  [{ cookie: 'language=en-XA', 'accept-language': 'fr' }, null],
  [{ 'accept-language': 'sq, mk;q=0.5, de;q=0.7' }, 'de'],
  [{ 'accept-language': 'sq' }, null],
  [{}, null],
])('a call with %j comes from a page in %s', (headers, language) => {
  expect(chooseCallLanguage(headers)).toBe(language);
});
