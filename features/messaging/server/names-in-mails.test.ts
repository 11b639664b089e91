import { afterEach, expect, test } from 'vitest';
import { VEHICLE } from '../../files/files.factory.ts';
import { buildAdmin, buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { requestPasswordReset, resendActivation } from '../../accounts/accounts.calls.ts';
import { confirmEmailChange, requestEmailChange } from '../../accounts/account-changes.calls.ts';
import { cancelFile } from '../../files/files.calls.ts';
import { setFeasibility, uploadModified } from '../../files/review/review.calls.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import { openTicket } from '../../tickets/tickets.calls.ts';
import { BUILT_PASSWORD, buildEmailChange } from '../../accounts/server/accounts.factory.ts';
import { buildSolution } from '../../catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { someNotice, notifyPortal } from '../../payments/server/payment-stage.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

const HOSTILE = 'Win at https://evil.example/win www.evil2.com <b>x</b>';
const SHOWN = 'Win at https evil·example win www·evil2…';

openStage();
afterEach(() => app.db.deleteFrom('mails').execute());

/** Checks every mail of the outbox: none may have an address to link, and all `kinds` have to be there. */
async function expectPlainNames(kinds: string[]): Promise<void> {
  const mails = await app.db.selectFrom('mails').select(['key', 'subject', 'text_body', 'html_body']).execute();
  expect(mails.map(({ key }) => key.split(':')[0])).toEqual(expect.arrayContaining(kinds));
  for (const { key, subject, text_body, html_body } of mails) {
    for (const part of [subject, text_body ?? '', html_body ?? ''])
      expect([key, part]).toEqual([key, expect.not.stringMatching(/evil2?\.(example|com)|www\./) as string]);
    expect([key, text_body]).toEqual([key, expect.stringContaining(`Hello ${SHOWN},`) as string]);
  }
}

test('an entered name appears in every mail as 40 characters of plain text without links', async () => {
  const [customer, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
  await app.db.updateTable('users').set({ username: HOSTILE }).execute();
  const solution_ids = [(await buildSolution(app.deps)).id];
  const file = { name: `${HOSTILE.replaceAll('/', '.')}.bin`, bytes: new Uint8Array(9) };
  const { token } = customer;
  const { body } = await app.call(createFile, { ...VEHICLE, solution_ids }, { token, file });
  const { id, offer_version } = body.file;
  await app.call(openTicket, { fileId: id, message: 'Hello' }, { token, file });
  await app.call(uploadModified, { id, offer_version }, { token: admin.token, file });
  await app.call(requestPasswordReset, { email: customer.email }, {});
  await app.call(requestEmailChange, { new_email: 'new@example.org', current_password: BUILT_PASSWORD }, admin);
  await app.db.updateTable('users').set({ verified: false }).where('id', '=', customer.id).execute();
  await app.call(resendActivation, {}, customer);
  await expectPlainNames([
    'file-received',
    'ticket-message',
    'reset',
    'email-change',
    'email-change-requested',
    'activate',
  ]);
});

test('the same holds for mails about the price, a new version, a refund and infeasibility', async () => {
  const [customer, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
  await app.db.updateTable('users').set({ username: HOSTILE }).execute();
  const file = { name: `${HOSTILE.replaceAll('/', '.')}.bin`, bytes: new Uint8Array(9) };
  const fields = { user_id: customer.id, file_name: file.name };
  const { id } = await buildFile(app, fields);
  const set = async (change: Record<string, unknown>, attached?: typeof file) =>
    expect((await app.call(setFeasibility, { id, ...change }, { token: admin.token, file: attached })).status).toBe(
      200,
    );
  await set({ feasible: 'POSSIBLE', price: 150 }, file);
  await set({ feasible: 'POSSIBLE', price: 90 });
  await set({ feasible: 'NOT_POSSIBLE', price: null });
  await set({ feasible: 'POSSIBLE', price: 80 });
  const paid = await buildPaidFile(app.deps, fields);
  const { status } = await app.call(uploadModified, { id: paid.id }, { token: admin.token, file });
  expect([status, (await app.call(cancelFile, { id: paid.id }, admin)).status]).toEqual([200, 200]);
  await expectPlainNames([
    'file-ready',
    'file-price',
    'file-not-possible',
    'file-possible-again',
    'file-version',
    'file-refunded',
  ]);
});

test('the same holds for mails about a payment, its reversal, its return and a changed address', async () => {
  const [customer, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
  await app.db.updateTable('users').set({ username: HOSTILE }).execute();
  const custom = String(customer.id);
  const paid = someNotice({ custom });
  const next = { custom, parentId: paid.transactionId };
  await notifyPortal(app, paid);
  await notifyPortal(app, someNotice({ ...next, status: 'Reversed', amount: '-50.00' }));
  await notifyPortal(app, someNotice({ ...next, status: 'Canceled_Reversal' }));
  const token = await buildEmailChange(app, admin.id, 'next@example.org');
  expect((await app.call(confirmEmailChange, { token })).status).toBe(200);
  const subjects = await app.db.selectFrom('mails').select('subject').where('recipient', '=', customer.email).execute();
  expect(subjects.map(({ subject }) => subject.replace(/ \(.*/, ''))).toEqual([
    '50.00 CRS were added to your balance',
    '50.00 CRS were taken back from your balance',
    '50.00 CRS are back on your balance',
  ]);
  await expectPlainNames(['payment', 'email-changed']);
});
