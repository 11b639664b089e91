import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildAdmin, buildCustomer, VEHICLE } from '../../../server/testing/stories.ts';
import { requestPasswordReset, resendActivation } from '../../accounts/accounts.contract.ts';
import { BUILT_PASSWORD } from '../../accounts/server/accounts.factory.ts';
import { requestEmailChange } from '../../accounts/email-change.contract.ts';
import { buildSolution } from '../../catalogue/server/catalogue.factory.ts';
import { createFile, uploadModified } from '../../files/files.contract.ts';
import { openTicket } from '../../tickets/tickets.contract.ts';

const HOSTILE = 'Win at https://evil.example/win www.evil2.com <b>x</b>';
const SHOWN = 'Win at https evil·example win www·evil2…';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a name that somebody has entered is 40 characters of plain text in every mail, with nothing to link', async () => {
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
  const mails = await app.db.selectFrom('mails').select(['key', 'subject', 'text_body', 'html_body']).execute();
  const kinds = new Set(mails.map(({ key }) => key.split(':')[0]));
  for (const kind of ['file-received', 'ticket-message', 'reset', 'email-change', 'email-change-requested', 'activate'])
    expect(kinds).toContain(kind);
  for (const { key, subject, text_body, html_body } of mails) {
    for (const part of [subject, text_body ?? '', html_body ?? ''])
      expect([key, part]).toEqual([key, expect.not.stringMatching(/evil2?\.(example|com)|www\./) as string]);
    expect([key, text_body]).toEqual([key, expect.stringContaining(SHOWN) as string]);
  }
});
