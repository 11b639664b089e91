import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MyUser } from '../../features/accounts/user.ts';
import type { Ticket } from '../../features/tickets/ticket.ts';
import { COMPLETE_LANGUAGES, type Language } from '../../contract/languages.ts';
import * as accounts from '../../features/accounts/accounts.calls.ts';
import { inviteColleague } from '../../features/accounts/colleagues.calls.ts';
import { createUser } from '../../features/accounts/user-creation.calls.ts';
import { confirmEmailChange, requestEmailChange } from '../../features/accounts/account-changes.calls.ts';
import { cancelFile, startWork } from '../../features/files/files.calls.ts';
import { updateNotificationChoice } from '../../features/messaging/notifications.calls.ts';
import { subscribeToPush } from '../../features/messaging/messaging.calls.ts';
import { setFeasibility, uploadModified } from '../../features/files/review/review.calls.ts';
import { declineRevision, requestRevision } from '../../features/files/revisions/revisions.calls.ts';
import { openTicket, sendMessage } from '../../features/tickets/tickets.calls.ts';
import { createFile } from '../../features/files/upload/upload.calls.ts';
import { sendTestMail } from '../../features/shop/first-start/first-start.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { somePushSubscription } from '../../features/messaging/server/push.factory.ts';
import { readPaymentConfig } from '../../features/payments/server/payment-config.ts';
import { notifyCredited } from '../../features/payments/server/payment-mails.ts';
import { post, settleAll, someTransaction } from '../../features/payments/server/payment-stage.factory.ts';
import { RETURN_REASONS } from '../../features/payments/server/provider.ts';
import { buildProvider, signAcme } from '../../features/payments/server/provider.factory.ts';
import { buildDeliveredFile } from '../../features/files/revisions/server/revisions.factory.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  resetSecondFactor,
  turnOffSecondFactor,
} from '../../features/accounts/second-factor.calls.ts';
import { computeCode } from '../../features/accounts/server/second-factor/authenticator-secret.ts';
import { buildSecondFactor } from '../../features/accounts/server/second-factor/second-factor.factory.ts';
import { addPasskey, beginPasskey, removePasskey } from '../../features/accounts/passkeys.calls.ts';
import { buildAuthenticator } from '../../features/accounts/server/second-factor/authenticator.factory.ts';
import { makeRecoveryCodes } from '../../features/accounts/server/second-factor/codes.ts';
import { warnOfWrongCodes } from '../../features/accounts/server/second-factor/second-factor-mails.ts';
import { mailNewPlace } from '../../features/accounts/server/new-place-mail.ts';
import { openSession } from '../../features/accounts/server/sessions.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { buildPaidFile } from '../../server/testing/stories.ts';

type Catalogue = Readonly<Record<string, string>>;

let app: TestApp;
beforeAll(async () => {
  const acme = { id: 'acme', isTest: false, paths: ['/acme/notices'], read: () => buildProvider() };
  app = await startTestApp(readPaymentConfig({ PAYMENT_MODE: 'acme' }, () => 'https://tuning.example.com', [acme]));
});
afterAll(() => app.stop());

const readCatalogue = (code: string) =>
  JSON.parse(readFileSync(`contract/languages/${code}.json`, 'utf8')) as Catalogue;

/** Sentences with enough letters of their own to be found in a text reliably. */
const withWords = (sentences: [string, string][]) =>
  sentences.filter(([, sentence]) => sentence.replaceAll(/\{\w+\}|\P{L}/gu, '').length > 4);

/** Matches a sentence with any values in its placeholders. */
const shapeOf = (sentence: string) =>
  new RegExp(sentence.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^\n]+?'));

type User = Awaited<ReturnType<typeof buildSignedIn>>;
type Story = { customer: User; admin: User };

const modified = () => ({ name: 'Golf mod.bin', bytes: new TextEncoder().encode(`modified ${someTransaction()}`) });

async function acmeReports(fields: Record<string, string>) {
  const body = JSON.stringify({ type: 'COMPLETED', euros: '50.00', ...fields });
  const headers = { 'content-type': 'application/json', 'acme-signature': signAcme(body) };
  expect(await post(app, Buffer.from(body), '/api/acme/notices', headers)).toBe(200);
  await settleAll(app);
}

/** What makes the portal write: every mail of the product, by the action that causes it. */
const OCCASIONS: Record<string, (story: Story) => Promise<void>> = {
  async 'an account asks for its links'({ customer }) {
    await app.db.updateTable('users').set({ verified: false }).where('id', '=', customer.id).execute();
    await app.call(accounts.resendActivation, {}, customer);
    await app.db.updateTable('users').set({ verified: true }).where('id', '=', customer.id).execute();
    await app.call(accounts.requestPasswordReset, { email: customer.email });
  },
  async 'a user is invited'({ admin }) {
    const fields = { username: 'Vardar', full_name: 'Vardar Chip', role: 'CUSTOMER', invite: true };
    const { language } = await app.db
      .selectFrom('users')
      .select('language')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow();
    const email = `vardar-${admin.email}`;
    expect((await app.call(createUser, { ...fields, email, language: language ?? '' }, admin)).status).toBe(201);
  },
  async 'a customer invites a colleague'({ customer }) {
    const colleague = { username: 'Elena', email: `colleague-${customer.email}` };
    expect((await app.call(inviteColleague, colleague, customer)).status).toBe(201);
  },
  async 'a second factor is added, attacked, turned off and reset'({ customer, admin }) {
    const begun = await app.call(beginSecondFactor, { current_password: BUILT_PASSWORD }, customer);
    const code = computeCode((begun.body as { secret: string }).secret, app.clock.now());
    const confirmed = await app.call(confirmSecondFactor, { code }, customer);
    const [recovery = ''] = (confirmed.body as { recovery_codes: string[] }).recovery_codes;
    const off = (given: string) =>
      app.call(turnOffSecondFactor, { current_password: BUILT_PASSWORD, code: given }, customer);
    expect((await off(recovery)).status).toBe(200);
    const failure = { account: `code ${customer.email}`, address: '', failed_at: app.clock.now() };
    await app.db
      .insertInto('login_failures')
      .values(Array.from({ length: 10 }, () => failure))
      .execute();
    await warnOfWrongCodes(app.deps, customer);
    await buildSecondFactor(app.deps, customer.id);
    expect((await app.call(resetSecondFactor, { id: customer.id }, admin)).status).toBe(200);
    Object.assign(customer, { token: await openSession(app.deps, customer) });
    // The end of the sessions ended the pushes to their devices too.
    await app.call(subscribeToPush, somePushSubscription(), customer);
  },
  async 'a passkey is added, takes the place of the app, and is removed'({ customer }) {
    const proof = async () => ({
      current_password: BUILT_PASSWORD,
      code: (await makeRecoveryCodes(app.db, customer.id))[0],
    });
    const { body } = await app.call(beginPasskey, { current_password: BUILT_PASSWORD }, customer);
    const new_passkey = buildAuthenticator(app.deps.config).make((body as { options: object }).options);
    const added = await app.call(addPasskey, { name: 'Laptop', new_passkey }, customer);
    expect(added.status).toBe(201);
    const { id } = added.body as { id: number };
    await buildSecondFactor(app.deps, customer.id);
    expect((await app.call(turnOffSecondFactor, await proof(), customer)).status).toBe(200);
    app.clock.advance(1000);
    expect((await app.call(removePasskey, { id, ...(await proof()) }, customer)).status).toBe(200);
    await app.call(subscribeToPush, somePushSubscription(), customer);
  },
  async 'an account is used on a new device and by a new program'({ customer }) {
    const client = { address: '192.0.2.7', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
    await mailNewPlace(app.deps, customer, client);
    app.clock.advance(1000);
    await mailNewPlace(app.deps, customer, { address: client.address });
  },
  async 'a payment fits no customer'() {
    await acmeReports({ number: someTransaction(), reference: '999999999' });
  },
  async 'an administrator tries mails out'({ admin }) {
    expect((await app.call(sendTestMail, {}, admin)).status).toBe(200);
  },
  async 'the e-mail address changes'({ admin }) {
    const new_email = `new-${admin.email}`;
    await app.call(requestEmailChange, { new_email, current_password: BUILT_PASSWORD }, admin);
    const mail = await app.db
      .selectFrom('mails')
      .select('text_body')
      .where('recipient', '=', new_email)
      .executeTakeFirstOrThrow();
    const token = /confirm-email\?token=(\S+)/.exec(mail.text_body ?? '')?.[1] ?? '';
    expect((await app.call(confirmEmailChange, { token })).status).toBe(200);
  },
  async 'a file is uploaded'({ customer, admin }) {
    await app.call(updateNotificationChoice, { kind: 'NEW_FILE', by_mail: true, by_push: true }, admin);
    const { id } = await buildSolution(app, { name: 'Stage 1', credits: 60, type: 'TUNING' });
    const file = { name: 'Golf.bin', bytes: new Uint8Array([1, 2]) };
    const { status } = await app.call(createFile, { ...VEHICLE, solution_ids: [id] }, { ...customer, file });
    expect(status).toBe(201);
  },
  async 'a file is processed, priced again, not possible and possible again'({ customer, admin }) {
    const { id } = await buildFile(app, { user_id: customer.id });
    const set = (feasible: string, price: number | null) =>
      app.call(setFeasibility, { id, feasible, price, notes: 'XYZ' }, { ...admin, file: modified() });
    for (const [feasible, price] of [
      ['POSSIBLE', 150],
      ['POSSIBLE', 120],
      ['NOT_POSSIBLE', null],
      ['POSSIBLE', 90],
    ] as const) {
      expect((await set(feasible, price)).status).toBe(200);
    }
  },
  async 'a paid file gets a new version, and is refunded'({ customer, admin }) {
    const { id } = await buildPaidFile(app.deps, { user_id: customer.id });
    await app.call(uploadModified, { id }, { ...admin, file: modified() });
    await app.call(cancelFile, { id }, admin);
  },
  async 'staff begin with a file, and cancel it'({ customer, admin }) {
    const { id } = await buildFile(app, { user_id: customer.id });
    expect((await app.call(startWork, { id }, admin)).status).toBe(200);
    expect((await app.call(cancelFile, { id }, admin)).status).toBe(200);
  },
  async 'a change is asked for, and declined'({ customer, admin }) {
    const { id } = await buildDeliveredFile(app.deps, { user_id: customer.id });
    expect((await app.call(requestRevision, { id, reason: 'XYZ' }, customer)).status).toBe(200);
    expect((await app.call(declineRevision, { id, note: 'XYZ' }, admin)).status).toBe(200);
  },
  async 'payments arrive, one of them for a file, and are taken back'({ customer }) {
    const file = await buildFile(app, { user_id: customer.id, status: 'PROCESSED', feasible: 'POSSIBLE' });
    const dear = await buildFile(app, {
      user_id: customer.id,
      status: 'PROCESSED',
      feasible: 'POSSIBLE',
      price_cents: 9e6,
    });
    const number = someTransaction();
    await acmeReports({ number, reference: `${customer.id}:${file.id}`, euros: '70.00' });
    await acmeReports({ number: someTransaction(), reference: `${customer.id}:${dear.id}` });
    const later = { about: number, reference: String(customer.id) };
    await acmeReports({ ...later, number: someTransaction(), type: 'REFUNDED', euros: '-20.00' });
    await acmeReports({ ...later, number: someTransaction(), type: 'REVERSED', euros: '-30.00' });
    await acmeReports({ ...later, number: someTransaction(), type: 'REVERSAL_CANCELED', euros: '30.00' });
    for (const why of RETURN_REASONS)
      await acmeReports({ ...later, number: someTransaction(), type: 'REFUNDED', euros: '-1.00', why });
    const buyer = { ...customer, status: 'ACTIVE' };
    const payment = { buyer, reference: someTransaction(), amountCents: 100, isTest: true, file: null, paid: null };
    await app.db.transaction().execute((tx) => notifyCredited(tx, app.deps, payment));
  },
  async 'the two sides write to each other'({ customer, admin }) {
    const { id: fileId } = await buildFile(app, { user_id: customer.id });
    const { body } = await app.call(openTicket, { fileId, message: 'XYZ' }, customer);
    const input = { id: (body as Ticket).id, message: 'XYZ' };
    await app.call(sendMessage, input, { ...admin, file: { name: 'second.bin', bytes: new Uint8Array([1]) } });
  },
};

/** Reads everything that was written to the two, each as one text. */
async function readWritten({ customer, admin }: Story): Promise<string[]> {
  const mails = await app.db.selectFrom('mails').select(['subject', 'text_body', 'html_body']).execute();
  const pushes = await app.db.selectFrom('pushes').select(['title', 'body']).execute();
  const bells = await Promise.all([customer, admin].map((user) => app.call(accounts.getMyUser, {}, user)));
  const notifications = bells.flatMap(({ body }) => (body as MyUser).notifications);
  return [
    ...mails.flatMap(({ subject, text_body }) => `${subject}\n${text_body}`),
    ...pushes.map(({ title, body }) => `${title}\n${body}`),
    ...notifications.map(({ message }) => message),
  ];
}

async function runStory(language: Language | null): Promise<string[]> {
  for (const table of ['mails', 'pushes', 'notification_recipients', 'push_subscriptions'] as const)
    await app.db.deleteFrom(table).execute();
  await app.db.updateTable('users').set({ deleted_at: new Date() }).execute();
  const story = {
    customer: await buildSignedIn(app.deps, { language, username: 'XYZ' }),
    admin: await buildSignedIn(app.deps, { language, role: 'ADMIN', username: 'XYZ' }),
  };
  for (const user of Object.values(story)) await app.call(subscribeToPush, somePushSubscription(), user);
  for (const act of Object.values(OCCASIONS)) await act(story);
  return readWritten(story);
}

const english = readCatalogue('en');
const isMail = ([key]: [string, string]) => key.startsWith('mails.');

describe.each(COMPLETE_LANGUAGES)('in %s', (code) => {
  const own = readCatalogue(code);

  test('every mail, notification and push is entirely in the language of the account', async () => {
    const written = await runStory(code);
    expect(written.length).toBeGreaterThan(10);
    const missing = Object.entries(own)
      .filter(isMail)
      .filter(([, sentence]) => !written.some((text) => shapeOf(sentence).test(text)));
    expect(missing).toEqual([]);
    const foreign = Object.entries(english).filter(([key, sentence]) => code !== 'en' && sentence !== own[key]);
    // A refusal appears in a mail as the reason why a file was not paid.
    const server = foreign.filter((one) => isMail(one) || one[0].startsWith('errors.'));
    const left = withWords(server).filter(([, sentence]) => written.some((text) => shapeOf(sentence).test(text)));
    expect(left).toEqual([]);
    expect(written.filter((text) => /mails\.\w|\{\w+\}|undefined/.test(text))).toEqual([]);
  });
});

test('an account without a chosen language is addressed in the default one', async () => {
  const written = (await runStory(null)).join('\n');
  expect(Object.entries(english).filter(isMail).length).toBeGreaterThan(10);
  expect(Object.entries(english).filter((one) => isMail(one) && !shapeOf(one[1]).test(written))).toEqual([]);
});
