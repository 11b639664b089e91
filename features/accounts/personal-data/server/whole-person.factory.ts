import { sql, type RawBuilder } from 'kysely';
import { buildEmailChange, buildLink, buildSignedIn } from '../../server/accounts.factory.ts';
import { buildGeneration } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { mailReceived, notifyChangeRequest, notifyNewFile } from '../../../files/server/file-mails.ts';
import { buildFurtherFile } from '../../../files/further/server/further-files.factory.ts';
import { buildNotification } from '../../../messaging/server/notifications.factory.ts';
import { buildPaymentMessage } from '../../../payments/server/payments.factory.ts';
import { mailNews } from '../../../tickets/server/messages.ts';
import { buildTicket, buildTicketMessage } from '../../../tickets/server/tickets.factory.ts';
import { deliverMail } from '../../../../server/mail/deliver.ts';
import { openMailTransport } from '../../../../server/mail/transport.ts';
import type { TestApp } from '../../../../server/testing/app.ts';
import { buildPaidFile } from '../../../../server/testing/stories.ts';
import { composeActor } from '../../../../server/testing/composed-actor.ts';

/** A name that appears nowhere else. */
export const MARK = 'Zaphodson';

/** Builds a user with a row in every table that has something of a customer; all of their files are closed. */
export async function buildWholePerson(app: TestApp) {
  const { deps } = app;
  const names = { username: MARK, full_name: `Ana ${MARK}`, email: `ana.${MARK}@example.com`, phone: `+389 ${MARK}` };
  const user = await buildSignedIn(deps, { ...names, verified: true });
  const words = { file_name: `${MARK}.bin`, notes: MARK, description: MARK, brand: MARK, model: MARK, ecu: MARK };
  const paid = await buildPaidFile(deps, { ...words, user_id: user.id, status: 'COMPLETED' });
  const closed = { status: 'CANCELED', status_before_cancel: 'PENDING' } as const;
  const further = await buildFurtherFile(deps, { ...words, ...closed, user_id: user.id, name: `${MARK}.pdf` });
  const ticket = await buildTicket(deps, { file_id: paid.id, subject: `Question of ${MARK}` });
  const attachment = { name: `${MARK}.txt`, bytes: new TextEncoder().encode(`log of ${MARK}`) };
  const other = { file_id: further.file_id, status: 'CLOSED', closing_date: new Date().toISOString() } as const;
  await buildTicket(deps, { ...other, subject: MARK });
  await buildTicketMessage(deps, { ticket_id: ticket.id, user_id: user.id, message: `I am ${MARK}`, attachment });
  await buildNotification(deps, user.id, { message: `Dear ${MARK}` });
  await buildLink(app, user.id, 'RESET');
  await buildEmailChange(app, user.id, `new.${MARK}@example.com`);
  await buildGeneration(deps, { user_id: user.id, file_name: `${MARK}.bin` });
  await deps.db
    .insertInto('change_links')
    .values({ file_id: paid.id, token_hash: MARK, picture: JSON.stringify({ names: [MARK] }) })
    .execute();
  await buildPaymentMessage(deps, { user_id: user.id, body: Buffer.from(MARK), review_note: MARK });
  return { ...user, paid, further, ticket };
}

export type WholePerson = Awaited<ReturnType<typeof buildWholePerson>>;

/** Adds what staff have of the person: mails, one of them for the new file of a closed order, notifications, notes. */
export async function addWhatStaffHave(app: TestApp, { id, paid, ticket }: WholePerson): Promise<void> {
  const { deps } = app;
  const staff = await buildSignedIn(deps, { role: 'ADMIN', verified: true });
  const request = await deps.db
    .insertInto('file_revisions')
    .values({ file_id: paid.id, reason: `${MARK} has another wish`, user_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyNewFile(deps.db, deps, paid.id);
  await notifyChangeRequest(deps.db, deps, paid.id, { id: request.id, reason: `${MARK} has another wish` });
  const shown = { id: ticket.id, ticket_id: ticket.ticket_id, file_id: paid.id, subject: MARK, username: MARK };
  const actor = composeActor(id, 'CUSTOMER');
  await mailNews(deps.db, deps, actor, { ticket: shown, owner: id, message: `I am ${MARK}`, attachment: null });
  for (const column of ['user_id', 'file_id', 'ticket_id'] as const) {
    const subject = { user_id: id, file_id: paid.id, ticket_id: ticket.id }[column];
    await run(
      app,
      sql`insert into internal_notes (${sql.ref(column)}, note, author_id) values (${subject}, ${MARK}, ${staff.id})`,
    );
    await run(
      app,
      sql`with tag as (insert into tags (name) values (${`${MARK} ${column}`}) returning id)
          insert into tag_links (tag_id, ${sql.ref(column)}) select id, ${subject} from tag`,
    );
  }
  await writeMails(app);
}

/** Writes every posted mail to the outbox folder, as a portal without a mail server does. */
async function writeMails(app: TestApp): Promise<void> {
  const send = openMailTransport({ ...app.config, dataDir: app.folder, smtpUrl: null });
  for (const { id } of await app.db.selectFrom('mails').select('id').execute()) await deliverMail(app.deps, send, id);
  send.close();
}

const run = (app: TestApp, statement: RawBuilder<unknown>) => statement.execute(app.ownerDb);

/** Adds rows to the tables that are otherwise filled by browsers, workers and other servers. */
export async function addRareRows(app: TestApp, { id, email, paid, further }: WholePerson): Promise<void> {
  const rows = [
    sql`insert into mails (key, recipient, subject, text_body, html_body)
        values (${`of ${MARK}`}, ${email}, ${`For ${MARK}`}, ${MARK}, ${MARK})`,
    sql`insert into login_failures (account, address, network, failed_at)
        values (${email.toLowerCase()}, 'device 1', '10.0.0.0/24', now())`,
    sql`insert into second_factors (user_id, secret) values (${id}, ${MARK})`,
    sql`insert into passkeys (user_id, credential_id, public_key, user_handle, name)
        values (${id}, ${MARK}, ''::bytea, ${MARK}, ${MARK})`,
    sql`insert into recovery_codes (code_hash, user_id) values (${MARK}, ${id})`,
    sql`insert into sign_in_places (user_id, place, last_used_at) values (${id}, 'device 1', now())`,
    sql`insert into external_identities (issuer, subject, user_id) values ('https://accounts.google.com', ${MARK}, ${id})`,
    sql`insert into notification_choices (user_id, kind, by_mail, by_push) values (${id}, 'REPLY', true, true)`,
    sql`insert into presences (session_id, file_id, user_id, ends_at)
        select id, ${paid.id}, user_id, now() + interval '1 hour' from sessions where user_id = ${id}`,
    sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
        select user_id, id, 'https://push.example.com/' || case when user_id = ${id} then ${MARK} else id end, 'p', 'a' from sessions`,
    sql`insert into pushes (subscription_id, title, body, url)
        select id, ${MARK}, ${MARK}, ${`/admin/view-file/${paid.id}#ticket`} from push_subscriptions`,
    // Of the person, and of staff who were told about the person.
    sql`insert into remembered_calls (user_id, key, call, input_sha256, reply)
        select id, ${MARK}, 'PUT /users/:id', 'sha', ${MARK} from users where id = ${id} or role = 'ADMIN'`,
    sql`update file_history set findings = ${JSON.stringify({ text: MARK })}::jsonb where kind = 'MODIFIED'`,
    sql`update file_identifications set state = 'DONE', finished_at = now(), result = ${JSON.stringify({ vin: MARK })}`,
    sql`update file_fingerprints set state = 'DONE', content_sha256 = '\\x00', numbers = ${MARK}`,
    sql`insert into file_similarities (file_id, other_id, bytes_compared, bytes_same)
        values (${paid.id}, ${further.file_id}, 10, 9)`,
  ];
  for (const row of rows) await run(app, row);
}

/** Builds a file of another customer with its mails and notifications, which must stay. */
export const buildBystander = async (app: TestApp) => {
  const other = await buildSignedIn(app.deps, { verified: true });
  const file = await buildFile(app.deps, { user_id: other.id, file_name: 'bystander.bin', description: 'Mine' });
  await notifyNewFile(app.db, app.deps, file.id);
  await mailReceived(app.db, app.deps, file.id);
  await writeMails(app);
  return { ...other, file };
};
