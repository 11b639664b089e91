import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildEmailChange, buildLink, buildSignedIn, buildUser } from '../../server/accounts.factory.ts';
import { buildCredits } from '../../../credits/server/credits.factory.ts';
import { buildAiSession } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildFurtherFile } from '../../../files/further/server/further-files.factory.ts';
import { restoreRow } from '../../../staff/bin/server/bin.ts';
import { buildNotification } from '../../../messaging/server/notifications.factory.ts';
import { buildTicket, buildTicketMessage } from '../../../tickets/server/tickets.factory.ts';
import { KEY_COLUMNS } from '../../../../server/stored-files/removed-bytes.ts';
import { listReferences } from '../../../../server/stored-files/references.ts';
import { buildPaidFile } from '../../../../server/testing/stories.ts';
import { checkLedgerQuietly } from '../../../../app/server/whole-ledger.ts';
import { findReferencedKeys } from '../../../../app/server/check-files.ts';
import { type Colleague, inviteColleague } from '../../colleagues.calls.ts';
import { downloadOriginal } from '../../../files/files.calls.ts';
import { BY_COMMAND, eraseUser } from './erase-user.ts';
import { ERASURE_STEPS } from './erasure-steps.ts';
import { EXPORT_PARTS } from './export-parts.ts';
import { exportUser } from './personal-data.ts';
import { LEFT_BY_ERASURE } from './testing/personal-tables.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

openStage();

/** A name that appears nowhere else. */
const MARK = 'Zaphodson';

/** Builds a user with everything that a portal has of a customer; all of their files are closed. */
async function buildPerson() {
  const { deps } = app;
  const names = { username: MARK, full_name: `Ana ${MARK}`, email: `ana.${MARK}@example.com`, phone: `+389 ${MARK}` };
  const user = await buildSignedIn(deps, { ...names, verified: true });
  const words = { file_name: `${MARK}.bin`, notes: MARK, description: MARK, solution: `DTC OFF,DTC:P0420 ask ${MARK}` };
  const paid = await buildPaidFile(deps, { ...words, user_id: user.id, status: 'COMPLETED' });
  const closed = { status: 'CANCELED', status_before_cancel: 'PENDING' } as const;
  await buildFurtherFile(deps, { ...words, ...closed, user_id: user.id, name: `${MARK}.pdf` });
  const ticket = await buildTicket(deps, { file_id: paid.id, subject: `Question of ${MARK}` });
  const attachment = { name: `${MARK}.txt`, bytes: new TextEncoder().encode(`log of ${MARK}`) };
  await buildTicketMessage(deps, { ticket_id: ticket.id, user_id: user.id, message: `I am ${MARK}`, attachment });
  await buildNotification(deps, user.id, { message: `Dear ${MARK}` });
  await buildLink(app, user.id, 'RESET');
  await buildAiSession(deps, { user_id: user.id, file_name: `${MARK}.bin` });
  await sql`insert into mails (key, recipient, subject, text_body, html_body)
            values (${`of ${MARK}`}, ${user.email}, ${`For ${MARK}`}, ${MARK}, ${MARK})`.execute(deps.db);
  await sql`insert into mails (key, recipient, subject, text_body, html_body, priority)
            values (${`reset of ${MARK}`}, ${user.email}, 'Reset', 'the link that opens', '', 10)`.execute(deps.db);
  await sql`insert into login_failures (account, address, network, failed_at) values (${user.email.toLowerCase()}, 'device 1', '10.0.0.0/24', now())`.execute(
    deps.db,
  );
  await sql`insert into sign_in_places (user_id, place, last_used_at) values (${user.id}, 'device 1', now())`.execute(
    deps.db,
  );
  await sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
            select user_id, id, ${`https://push.example.com/${MARK}`}, 'p', 'a' from sessions where user_id = ${user.id}`.execute(
    deps.db,
  );
  await sql`with checked as (insert into file_checks (started_at, finished_at) values (now(), now()) returning id)
            insert into file_check_faults (check_id, file_key, fault, source, source_id, label)
            select checked.id, of.key, 'MISSING', of.source, of.id, ${`original ${MARK}.bin`} from checked, (
              select file_key as key, 'FILE' as source, id::text as id from files where user_id = ${user.id}
              union all select file_key, 'MESSAGE', id::text from ticket_messages where user_id = ${user.id}
              union all select file_key, 'SESSION', id::text from ai_sessions where user_id = ${user.id}) of`.execute(
    deps.db,
  );
  return { ...user, paid };
}

/** Lists the tables in which the name appears anywhere in a row. */
async function tablesWithName(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(app.ownerDb);
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} t where strpos(lower(to_jsonb(t)::text), lower(${MARK})) > 0`.execute(
      app.ownerDb,
    );
    if ((hits.rows[0]?.count ?? 0) > 0) found.push(name);
  }
  return found;
}

test('an export has every list and stored file of a user; an erasure leaves the name in the two logs only', async () => {
  const other = await buildUser(app.deps);
  await buildNotification(app.deps, other.id);
  const person = await buildPerson();
  expect(await tablesWithName()).toEqual(
    expect.arrayContaining(['users', 'files', 'file_history', 'ticket_messages', 'mails']),
  );
  const zip = await buffer(await exportUser(app.deps, person.id, BY_COMMAND));
  const text = zip.toString('latin1');
  for (const { name } of EXPORT_PARTS) expect(text).toContain(`${name}.json`);
  for (const name of [`log of ${MARK}`, `I am ${MARK}`, `Dear ${MARK}`, `ana.${MARK}@example.com`, 'Faults found: 2'])
    expect([name, text.includes(name)]).toEqual([name, true]);
  for (const secret of ['argon2', 'the link that opens']) expect(text).not.toContain(secret);

  await expect(eraseUser(app.deps, person.id, BY_COMMAND)).resolves.toMatchObject({
    username: `erased-${person.id}`,
    files: 2,
    setAside: 6,
  });
  expect((await tablesWithName()).filter((table) => !Object.hasOwn(LEFT_BY_ERASURE, table))).toEqual([]);
  expect(await checkLedgerQuietly(app.deps.db)).toEqual([]);
  expect((await app.call(downloadOriginal, { id: person.paid.id }, person)).status).toBe(403);
  const admin = await buildSignedIn(app.deps, { role: 'ADMIN' });
  const refused = await app.call(downloadOriginal, { id: person.paid.id }, admin);
  expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: 'files.bytes_removed' })]);
  const { rows } = await sql<{ file_key: string }>`select file_key from files where user_id = ${person.id}`.execute(
    app.deps.db,
  );
  const keys = rows.map(({ file_key }) => file_key);
  expect(await findReferencedKeys(app.deps.db, keys)).toEqual(new Set());
  expect((await listReferences(app.deps.db, { after: '', limit: 100 })).map(({ key }) => key)).not.toEqual(
    expect.arrayContaining(keys),
  );
  expect(await restoreRow(app.deps.db, { kind: 'USER', id: person.id, since: new Date(0) })).toBeUndefined();
  await expect(eraseUser(app.deps, person.id, BY_COMMAND)).rejects.toMatchObject({ status: 404 });
  await expect(exportUser(app.deps, person.id, BY_COMMAND)).rejects.toMatchObject({ status: 404 });
});

test('an account with a file in work or credits left, or the last administrator’s, is not erased', async () => {
  const working = await buildSignedIn(app.deps);
  await buildFile(app.deps, { user_id: working.id });
  await expect(eraseUser(app.deps, working.id, BY_COMMAND)).rejects.toThrow('files in progress (1)');
  const rich = await buildSignedIn(app.deps);
  await buildCredits(app.deps, rich.id, 2.5);
  await expect(eraseUser(app.deps, rich.id, BY_COMMAND)).rejects.toThrow('a balance of 2.5 CRS');
  const { count } = await app.deps.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('erased_at', 'is not', null)
    .where('id', 'in', [working.id, rich.id])
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test('every table that references users is exported, erased, or exempt with a reason', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct tc.table_name as "table"
      from information_schema.table_constraints tc
      join information_schema.constraint_column_usage used using (constraint_schema, constraint_name)
     where tc.constraint_type = 'FOREIGN KEY' and used.table_name = 'users' and tc.table_schema = current_schema()
    union
    select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and c.column_name in ('user_id', 'account_id') and t.table_type = 'BASE TABLE'
       and c.table_name not like 'credit\\_%'
     order by 1`.execute(app.ownerDb);
  const handled = new Set([
    ...EXPORT_PARTS.flatMap(({ tables }) => tables),
    ...ERASURE_STEPS.flatMap(({ tables }) => tables),
    ...Object.keys(LEFT_BY_ERASURE),
  ]);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ table }) => table).filter((table) => !handled.has(table))).toEqual([]);
  const erased = new Set([
    ...ERASURE_STEPS.flatMap(({ tables }) => tables),
    ...Object.keys(LEFT_BY_ERASURE),
    'mails',
    'users',
    'sessions',
  ]);
  expect(EXPORT_PARTS.flatMap(({ tables }) => tables).filter((table) => !erased.has(table))).toEqual([]);
});

test('every column that references customers’ stored files is covered by an erasure', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema() and column_name like '%file_key'
       and table_name not in ('media_files', 'file_check_faults') order by 1`.execute(app.ownerDb);
  expect(KEY_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test('an invitation names two people: the erasure of either removes the mails that name them', async () => {
  for (const erased of ['customer', 'colleague'] as const) {
    const customer = await buildSignedIn(app.deps, { username: `Owner ${erased}`, verified: true });
    const names = { username: `Invited ${erased}`, email: `invited.${erased}@example.com` };
    const { body } = await app.call(inviteColleague, names, customer);
    const people = { customer: customer.id, colleague: (body as Colleague).id };
    const name = { customer: customer.username, colleague: names.username }[erased];
    const mailsWith = () =>
      app.db.selectFrom('mails').select('recipient').where('text_body', 'like', `%${name}%`).execute();
    expect(await mailsWith()).toHaveLength(2);
    await eraseUser(app.deps, people[erased], BY_COMMAND);
    expect(await mailsWith()).toEqual([]);
  }
});

test('an erasure leaves the mails of another account that has an address of the erased one by now', async () => {
  const gone = await buildSignedIn(app.deps, { email: 'handed.over@example.com' });
  await buildEmailChange(app, gone.id, 'wanted@example.com');
  await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(app.ownerDb);
  for (const email of ['handed.over@example.com', 'wanted@example.com']) {
    const { id } = await buildSignedIn(app.deps, { email });
    await sql`insert into mails (key, recipient, subject, text_body, html_body, user_id)
              values (${email}, ${email}, 'Your file is ready', 't', 'h', ${id})`.execute(app.db);
  }
  await eraseUser(app.deps, gone.id, BY_COMMAND);
  const left = await app.db.selectFrom('mails').select('key').where('subject', '=', 'Your file is ready').execute();
  expect(left.map(({ key }) => key)).toEqual(['handed.over@example.com', 'wanted@example.com']);
});
