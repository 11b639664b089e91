import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildCustomer, PRICED, readBalance } from '../../../server/testing/stories.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import * as files from '../files.calls.ts';
import { buildFile } from './files.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage();

async function paidFile() {
  const customer = await buildCustomer(app.deps, 200);
  const file = await buildFile(app, { ...PRICED, user_id: customer.id });
  expect((await app.call(files.confirmAndPay, { id: file.id }, customer)).status).toBe(200);
  return { customer, file };
}

/** Returns the audit list's entries about the balance of a user. */
async function listBalanceChanges({ username }: { username: string }) {
  const reply = await app.call(listChanges, { kind: 'BALANCE', about: username }, admin);
  return (reply.body.changes as Change[]).map((one) => [one.username, one.field, one.old_value, one.new_value]);
}

const mailsAbout = async (id: number) =>
  (await app.db.selectFrom('mails').select('key').where('key', '=', `file-refunded:${id}`).execute()).length;

test('the amount taken is refunded, whatever the current price', async () => {
  const { customer, file } = await paidFile();
  await app.db.updateTable('files').set({ price_cents: 19_900 }).where('id', '=', file.id).execute();
  expect((await app.call(files.cancelFile, { id: file.id }, admin)).status).toBe(200);
  expect(await readBalance(app, customer.id)).toBe(200);
});

test('the audit list shows once whose balance was refunded and by whom; nothing for an unpaid file', async () => {
  const { customer, file } = await paidFile();
  const unpaid = await buildFile(app, { ...PRICED, user_id: customer.id });
  for (const { id } of [file, unpaid, file]) await app.call(files.cancelFile, { id }, admin);
  expect(await listBalanceChanges(customer)).toEqual([[admin.username, `refund ${file.file_id}`, '50.00', '200.00']]);
  const [change] = (await app.call(listChanges, { about: customer.username }, admin)).body.changes as Change[];
  expect(change).toMatchObject({ subject: 'USER', subject_id: customer.id, subject_name: customer.username });
});

test('a refund that fails at commit notifies no one and moves no credits', async () => {
  const { customer, file } = await paidFile();
  await sql`create function refuse_at_the_end() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`.execute(app.ownerDb);
  await sql`create constraint trigger files_refuse after update on files deferrable initially deferred
    for each row execute function refuse_at_the_end()`.execute(app.ownerDb);
  expect((await app.call(files.cancelFile, { id: file.id }, admin)).status).toBe(500);
  await sql`drop trigger files_refuse on files`.execute(app.ownerDb);
  expect([await mailsAbout(file.id), await readBalance(app, customer.id)]).toEqual([0, 50]);
  expect(await listBalanceChanges(customer)).toEqual([]);
  expect((await app.call(files.cancelFile, { id: file.id }, admin)).status).toBe(200);
  expect([await mailsAbout(file.id), await readBalance(app, customer.id)]).toEqual([1, 200]);
});
