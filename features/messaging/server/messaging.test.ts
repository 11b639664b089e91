import { beforeEach, expect, test } from 'vitest';
import { deliverMail } from '../../../server/mail/deliver.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { buildNarrowed } from '../../../server/testing/staff-role-walk.ts';
import { buildAdmin } from '../../../server/testing/stories.ts';
import { createAccessToken } from '../../accounts/access-tokens.calls.ts';
import { requestPasswordReset } from '../../accounts/accounts.calls.ts';
import { BUILT_PASSWORD } from '../../accounts/server/accounts.factory.ts';
import * as contract from '../messaging.calls.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

async function post(key: string): Promise<number> {
  const mail = { subject: `About ${key}`, greeting: 'Hello Ana,', paragraphs: ['the secret link'] };
  await postMail(app.db, { key, to: 'ana@example.com', mail });
  return (await app.db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

beforeEach(() => app.db.deleteFrom('mails').execute());

test('an administrator sees the newest mails first and can read one that stays in the portal', async () => {
  const admin = await buildAdmin(app.deps);
  await post('the first');
  const id = await post('the second');
  const list = await app.call(contract.listMails, {}, { token: admin.token });
  expect(list).toMatchObject({ status: 200, body: { stays_here: true } });
  expect(list.body.mails.map(({ subject }: { subject: string }) => subject)).toEqual([
    'About the second',
    'About the first',
  ]);
  expect(JSON.stringify(list.body)).not.toContain('secret');
  await deliverMail(app.deps, async () => ({ forget: false }), id);
  const mail = await app.call(contract.getMail, { id }, { token: admin.token });
  expect(mail.body).toMatchObject({ subject: 'About the second', attempts: 1, last_error: null });
  expect([mail.body.sent_at, mail.body.is_saved]).toEqual([expect.any(String), true]);
  expect(mail.body.text).toContain('the secret link');
});

test('a mail that a mail server has accepted can no longer be read here', async () => {
  const admin = await buildAdmin(app.deps);
  const id = await post('gone');
  const written = async () => (await app.call(contract.getMail, { id }, { token: admin.token })).body.text;
  expect(await written()).not.toBeNull();
  await deliverMail(app.deps, async () => ({ forget: true }), id);
  expect(await written()).toBeNull();
  expect((await app.call(contract.getMail, { id }, { token: admin.token })).body.is_saved).toBe(false);
});

test('a link that opens an account is read neither by staff with a staff role nor by a program', async () => {
  const admin = await buildAdmin(app.deps);
  const form = { name: 'Archive', days: 7, capabilities: ['mails.read'], current_password: BUILT_PASSWORD };
  const program = (await app.call(createAccessToken, form, admin)).body as { token: string };
  const narrowed = await buildNarrowed(['admin-area.open', 'mails.read']);
  await app.call(requestPasswordReset, { email: admin.email });
  const { id } = await app.db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  const readAs = async ({ token }: { token: string }) =>
    (await app.call(contract.getMail, { id }, { token })).body.text as string | null;
  expect(await readAs(admin)).toContain('reset-password?token=');
  expect([await readAs(narrowed), await readAs(program)]).toEqual([null, null]);
});
