import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildSignedIn } from '../../server/accounts.factory.ts';
import { buildCredits } from '../../../credits/server/credits.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildTicket, buildTicketMessage } from '../../../tickets/server/tickets.factory.ts';
import { readServerConfig } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { buildPaidFile } from '../../../../server/testing/stories.ts';
import { sweepFiles } from '../../../../app/server/housekeeping.ts';
import { checkLedgerQuietly } from '../../../../app/server/whole-ledger.ts';
import { eraseOldDeletedUsers, removeOldFileBytes, removeOldMails, removeOldMessages } from './retention.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

openStage();
let deps: Deps;
beforeAll(async () => {
  const config = {
    ...app.config,
    dataDir: app.folder,
    retainFilesDays: 90,
    retainMessagesDays: 90,
    retainMailsDays: 90,
    retainDeletedUsersDays: 90,
  };
  deps = { ...app.deps, config };
});

/** Longer ago than the settings allow. */
const LONG_AGO = '100 days';

const age = (table: 'files' | 'tickets' | 'mails' | 'users', columns: string[], where = sql`true`) =>
  sql`update ${sql.table(table)} set ${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${LONG_AGO}::interval`),
  )} where ${where}`.execute(app.ownerDb);

const erasures = async () => {
  const { rows } = await sql<{ subject: string; subject_name: string; old_value: string | null }>`
    select subject, subject_name, old_value from changes where kind = 'ERASED' and user_id is null order by id`.execute(
    app.ownerDb,
  );
  return rows.map(({ subject, subject_name, old_value }) => [subject, subject_name, old_value]);
};

test('bytes of files completed long ago are quarantined; those in work, newer ones and the ledger stay', async () => {
  const old = await buildPaidFile(app.deps, { status: 'COMPLETED' });
  const paid = await buildPaidFile(app.deps, { status: 'PROCESSED' });
  const open = await buildFile(app.deps);
  const asked = await buildPaidFile(app.deps, { status: 'COMPLETED', revision_since: new Date().toISOString() });
  await age('files', ['updated_at', 'status_since', 'paid_at'], sql`id >= ${old.id}`);
  const fresh = await buildPaidFile(app.deps, { status: 'COMPLETED' });
  expect(await removeOldFileBytes(app.deps)).toBe(0);

  expect(await removeOldFileBytes(deps)).toBe(1);
  expect(await removeOldFileBytes(deps)).toBe(0);
  const { rows } = await sql<{ id: number; file_key: string; file_id: string }>`
    select id, file_key, file_id from files where id >= ${old.id} order by id`.execute(app.ownerDb);
  const stored = await Promise.all(
    rows.map(async ({ id, file_key }) => ((await deps.storage.read(file_key)) ? id : null)),
  );
  expect(stored.filter((id) => id !== null)).toEqual([paid.id, open.id, asked.id, fresh.id]);
  expect(await deps.storage.listQuarantineDays()).toHaveLength(1);
  expect((await erasures()).slice(-1)).toEqual([['FILE', rows.find(({ id }) => id === old.id)?.file_id, null]]);
  expect(await checkLedgerQuietly(deps.db)).toEqual([]);
});

test('messages of tickets closed long ago are removed with their attachments; those of open tickets stay', async () => {
  const file = await buildPaidFile(app.deps, { status: 'COMPLETED' });
  const closed = await buildTicket(app.deps, {
    file_id: file.id,
    status: 'CLOSED',
    closing_date: new Date().toISOString(),
  });
  const other = await buildPaidFile(app.deps, { status: 'COMPLETED' });
  const open = await buildTicket(app.deps, { file_id: other.id });
  const attachment = { name: 'log.txt', bytes: new TextEncoder().encode('a log') };
  await buildTicketMessage(app.deps, { ticket_id: closed.id, user_id: file.user_id, attachment });
  await buildTicketMessage(app.deps, { ticket_id: open.id, user_id: other.user_id });
  await age('tickets', ['closing_date'], sql`status = 'CLOSED'`);
  expect(await removeOldMessages(app.deps)).toBe(0);
  expect(await removeOldMessages(deps)).toBe(1);
  const { rows } = await sql<{ ticket_id: number }>`select ticket_id from ticket_messages`.execute(app.ownerDb);
  expect(rows).toEqual([{ ticket_id: open.id }]);
  expect((await erasures()).at(-1)).toEqual(['FILE', closed.ticket_id, null]);
});

test('bytes that an interruption kept out of the quarantine follow with the next sweep, which is no alarm', async () => {
  const file = await buildPaidFile(app.deps, { status: 'COMPLETED' });
  const ticket = await buildTicket(app.deps, {
    file_id: file.id,
    status: 'CLOSED',
    closing_date: new Date().toISOString(),
  });
  const attachment = { name: 'log.txt', bytes: new TextEncoder().encode('a log') };
  const before = await listStoredKeys(app);
  await buildTicketMessage(app.deps, { ticket_id: ticket.id, user_id: file.user_id, attachment });
  const keys = await app.db.selectFrom('file_history').select('file_key').where('file_id', '=', file.id).execute();
  await age('files', ['updated_at', 'status_since', 'paid_at'], sql`id = ${file.id}`);
  await age('tickets', ['closing_date'], sql`id = ${ticket.id}`);
  const quarantine = () => Promise.reject(new Error('The storage is down.'));
  const interrupted = { ...deps, storage: { ...deps.storage, quarantine } };
  for (const remove of [removeOldFileBytes, removeOldMessages])
    await expect(remove(interrupted)).rejects.toThrow('The storage is down.');
  const given = keys.map(({ file_key }) => file_key);
  expect(await listStoredKeys(app)).toEqual(expect.arrayContaining(given));

  expect(await sweepFiles(deps, { minAgeMs: 0 })).toMatchObject({ isAlarm: false, unreferenced: 0 });
  expect(await listStoredKeys(app)).toEqual(before.filter((key) => !given.includes(key)));
});

test('mails sent long ago are removed from the outbox; waiting ones stay', async () => {
  const mail = (key: string, sent: string) =>
    sql`insert into mails (key, recipient, subject, text_body, html_body, created_at, sent_at)
        values (${key}, 'a@example.com', 's', 't', 'h', now() - ${LONG_AGO}::interval, ${sql.raw(sent)})`.execute(
      app.ownerDb,
    );
  await mail('sent', `now() - interval '${LONG_AGO}'`);
  await mail('waits', 'null');
  await mail('sent now', 'now()');
  const outbox = join(app.folder, 'outbox');
  await mkdir(outbox, { recursive: true });
  for (const name of ['old.eml', 'new.eml']) await writeFile(join(outbox, name), 'mail');
  const longAgo = new Date(Date.now() - 100 * 86_400_000);
  await utimes(join(outbox, 'old.eml'), longAgo, longAgo);
  expect(await removeOldMails(app.deps)).toBe(0);
  expect(await removeOldMails(deps)).toBe(2);
  const { rows } = await sql<{
    key: string;
  }>`select key from mails where recipient = 'a@example.com' order by id`.execute(app.ownerDb);
  expect([rows.map(({ key }) => key), await readdir(outbox)]).toEqual([['waits', 'sent now'], ['new.eml']]);
  expect((await erasures()).at(-1)).toEqual(['CONFIGURATION', 'outbox', '1']);
});

test('a mailing goes with the last of its mails', async () => {
  const mailing = async (key: string, sent: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into mailings (user_id, subject, html_body, text_body, created_at)
      values (${admin.id}, ${key}, 'h', 't', now() - ${LONG_AGO}::interval) returning id`.execute(app.ownerDb);
    await sql`insert into mails (key, recipient, subject, mailing_id, created_at, sent_at)
              values (${key}, 'm@example.com', 's', ${rows[0]?.id}, now() - ${LONG_AGO}::interval, ${sql.raw(sent)})`.execute(
      app.ownerDb,
    );
  };
  await mailing('mailing sent', `now() - interval '${LONG_AGO}'`);
  await mailing('mailing waits', 'null');
  await removeOldMails(app.deps);
  const left = () => app.db.selectFrom('mailings').select('subject').orderBy('id').execute();
  expect(await left()).toHaveLength(2);
  await removeOldMails(deps);
  expect(await left()).toEqual([{ subject: 'mailing waits' }]);
});

test('accounts deleted long ago are erased, except those with credits or a file in work', async () => {
  const users = [];
  for (let n = 0; n < 4; n += 1) users.push(await buildSignedIn(app.deps));
  const [gone, rich, working, living] = users.map(({ id }) => id) as [number, number, number, number];
  await buildCredits(app.deps, rich, 5);
  await buildFile(app.deps, { user_id: working });
  await sql`update users set deleted_at = now() where id in (${gone}, ${rich}, ${working})`.execute(app.ownerDb);
  expect(await eraseOldDeletedUsers(deps)).toBe(0);
  await age('users', ['deleted_at']);
  expect(await eraseOldDeletedUsers(app.deps)).toBe(0);
  expect(await eraseOldDeletedUsers(deps)).toBe(1);
  const { rows } = await sql<{ id: number }>`
    select id from users where erased_at is null and id in (${gone}, ${rich}, ${working}, ${living}) order by id`.execute(
    app.ownerDb,
  );
  expect(rows.map(({ id }) => id)).toEqual([rich, working, living]);
});

test('an account that cannot be erased is reported and holds up none of those deleted after it', async () => {
  const logLines: unknown[] = [];
  const log = Object.assign(Object.create(deps.log), {
    error: (line: unknown) => void logLines.push(line),
  }) as Deps['log'];
  const stuck = await buildSignedIn(app.deps);
  await sql`update users set deleted_at = now() - interval '300 days' where id = ${stuck.id}`.execute(app.ownerDb);
  await sql`create function refuse_erasure() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`.execute(
    app.ownerDb,
  );
  await sql`create trigger planted before update of erased_at on users for each row
            when (old.id = ${sql.lit(stuck.id)}) execute function refuse_erasure()`.execute(app.ownerDb);
  const next = await buildSignedIn(app.deps);
  await sql`update users set deleted_at = now() - interval '200 days' where id = ${next.id}`.execute(app.ownerDb);
  expect(await eraseOldDeletedUsers({ ...deps, log })).toBe(1);
  await sql`drop trigger planted on users`.execute(app.ownerDb);
  await sql`update users set deleted_at = null where id = ${stuck.id}`.execute(app.ownerDb);
  expect(logLines).toMatchObject([{ account: stuck.id }]);
  const { rows } = await sql<{ id: number }>`
    select id from users where erased_at is not null and id in (${stuck.id}, ${next.id})`.execute(app.ownerDb);
  expect(rows).toEqual([{ id: next.id }]);
});

test('nothing is removed by default, and no setting can remove data younger than 30 days', () => {
  const { retainFilesDays, retainMessagesDays, retainMailsDays, retainDeletedUsersDays } = readServerConfig({}, '/x');
  expect([retainFilesDays, retainMessagesDays, retainMailsDays, retainDeletedUsersDays]).toEqual([0, 0, 0, 0]);
  expect(readServerConfig({ RETAIN_DAYS: 'mails=30' }, '/x').retainMailsDays).toBe(30);
  expect(() => readServerConfig({ RETAIN_DAYS: 'files=29' }, '/x')).toThrow('RETAIN_DAYS: files must be at least 30');
});
