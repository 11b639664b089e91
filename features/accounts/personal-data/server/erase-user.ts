import { type Transaction, sql } from 'kysely';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leftoversChanged } from '../../accounts.errors.ts';
import { lockForErasure, releaseWork } from '../../server/administration.ts';
import { endUserSessions } from '../../server/sessions.ts';
import { selectSeenLeftovers } from '../../server/users.ts';
import { type Changer, recordChange } from '../../../staff/audit/server/audit.ts';
import { toCredits } from '../../../../contract/amounts.ts';
import { OPEN_STATUSES } from '../../../files/file-fields.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { KEY_COLUMNS, quarantineGivenUp, recordRemovedBytes } from '../../../../server/stored-files/removed-bytes.ts';
import { confirmationDiffers, creditsLeft, filesInWork } from '../personal-data.calls.ts';
import { ERASURE_STEPS, type Erased } from './erasure-steps.ts';
import { mailFileName, outboxFolder } from '../../../../server/mail/transport.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import type { Client } from '../../../../server/http/client.ts';

export interface ErasedReport {
  /** The name of the account from now on. */
  username: string;
  files: number;
  /** Number of stored files moved to the quarantine. */
  setAside: number;
}

/** What the page showed to the person who erases, and what they typed there. */
export interface Confirmed {
  /** The e-mail address or user name of the erased user. */
  confirmation: string;
  seen?: string | undefined;
}

export type ErasureDeps = Pick<Deps, 'db' | 'clock' | 'storage'> & { config: OutboxConfig };

/**
 * Erases a person for good: their sessions end, names, texts and addresses are removed, and the bytes of their files go
 * to the quarantine. The ledger and the records of work stay under a pseudonym. Refused while a file is in work or
 * credits are left.
 */
export async function eraseUser(
  { db, clock, storage, config }: ErasureDeps,
  id: number,
  performer: Performer,
  confirmed?: Confirmed,
): Promise<ErasedReport> {
  const { username, files, keys } = await db.transaction().execute(async (tx) => {
    // As `setTags` does, before any other lock: a tag that is set elsewhere meanwhile must not be removed.
    await sql`lock table tags in share row exclusive mode`.execute(tx);
    const who = await lockForErasure(tx, id, performer.actorId);
    if (confirmed) await refuseUnconfirmed(tx, who, confirmed);
    await refuseUnfinished(tx, id);
    const ending = { why: 'DELETED', actorId: performer.actorId, client: performer.client } as const;
    await endUserSessions({ db: tx }, id, ending);
    const stored = await listKeys(tx, id);
    await recordRemovedBytes(tx, stored, 'ERASURE');
    const mailIds = await removeMails(tx, who);
    for (const { run } of ERASURE_STEPS) await run(who).execute(tx);
    const pseudonym = await renameAccount(tx, who, clock.now());
    const subject = { kind: 'USER', id, name: pseudonym } as const;
    await recordChange(tx, performer.changer, { kind: 'ERASED', subject, from: null, to: null });
    await recordAccessTo(tx, performer, { event: 'ACCOUNT_ERASED', accountId: id });
    await removeMailFiles(config, mailIds);
    return { username: pseudonym, files: await countUserFiles(tx, id), keys: stored };
  });
  return { username, files, setAside: await quarantineGivenUp({ db, storage, clock }, keys) };
}

export async function countUserFiles(db: Database, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

async function refuseUnconfirmed(
  tx: Transaction<Schema>,
  { id, email, username }: Erased & { username: string },
  { confirmation, seen }: Confirmed,
): Promise<void> {
  if (![email, username].some((name) => name.toLowerCase() === confirmation.toLowerCase())) throw confirmationDiffers();
  if (seen === undefined) return;
  // A file, a ticket or money that has been added since must be seen first.
  const now = await tx
    .selectFrom('users')
    .select(selectSeenLeftovers().as('seen'))
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  if (now.seen !== seen) throw leftoversChanged();
}

async function refuseUnfinished(tx: Transaction<Schema>, id: number): Promise<void> {
  const open = await tx
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', [...OPEN_STATUSES])
    .executeTakeFirstOrThrow();
  if (open.count > 0) throw filesInWork({ count: open.count });
  const left = await tx
    .selectFrom('credit_accounts')
    .select(['unit', 'balance_cents'])
    .where('user_id', '=', id)
    .where('balance_cents', '<>', 0)
    .executeTakeFirst();
  if (left) throw creditsLeft({ credits: toCredits(left.balance_cents) });
}

const OWN = (id: number) => sql`t.user_id = ${id}`;
const OF_FILES = (id: number) => sql`t.file_id in (select id from files where user_id = ${id})`;

const BELONGS_TO = {
  files: OWN,
  file_history: OF_FILES,
  further_files: OF_FILES,
  ticket_messages: (id: number) => sql`t.ticket_id in (select id from tickets where user_id = ${id})`,
  ai_sessions: OWN,
};

/** Lists the keys of everything of theirs that has bytes. */
async function listKeys(tx: Transaction<Schema>, id: number): Promise<string[]> {
  const parts = KEY_COLUMNS.map(
    ({ table, column }) =>
      sql`select t.${sql.ref(column)} as key from ${sql.table(table)} t where ${BELONGS_TO[table](id)}`,
  );
  const { rows } = await sql<{ key: string }>`
    select distinct key from (${sql.join(parts, sql` union all `)}) one
     where key is not null and not exists (select from removed_bytes r where r.key = one.key)`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Only the number stays, by which the ledger knows the account. */
async function renameAccount(tx: Transaction<Schema>, { id }: Erased, now: Date): Promise<string> {
  const username = `erased-${id}`;
  await tx
    .updateTable('users')
    .set({
      username,
      full_name: '',
      email: `${username}@erased.invalid`,
      password_hash: null,
      phone: '',
      country: '',
      previous_country: null,
      country_changed_at: null,
      language: null,
      status: 'DEACTIVE',
      verified: false,
      deleted_at: sql<string>`coalesce(deleted_at, ${now})`,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute();
  await releaseWork(tx, id);
  return username;
}

/**
 * Removes the mails to a person, to any address they had and nobody else has by now, and those to staff about them;
 * returns their ids.
 */
async function removeMails(tx: Transaction<Schema>, { id, email }: Erased): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from mails where user_id = ${id} or lower(recipient) = any (array(
      select address from (
        select lower(new_email) as address from email_changes where user_id = ${id} union select lower(${email})) own
       where not exists (
         select from users u where lower(u.email) = own.address and u.id <> ${id} and u.deleted_at is null)))
    returning id`.execute(tx);
  return rows.map((mail) => mail.id);
}

type OutboxConfig = Parameters<typeof outboxFolder>[0];

/** Without a mail server, each mail is a file in the outbox folder. */
async function removeMailFiles(config: OutboxConfig, ids: readonly number[]): Promise<void> {
  for (const id of ids) await rm(join(outboxFolder(config), mailFileName(id)), { force: true });
}

/** Who exports or erases someone: an administrator, a command on the machine, or the retention. */
export interface Performer {
  changer: Changer;
  actorId: number | null;
  client: Client | null;
}

export const BY_COMMAND: Performer = { changer: 'COMMAND_LINE', actorId: null, client: null };

export const byAdministrator = (actor: Actor, client: Client): Performer => ({
  changer: actor,
  actorId: actor.id,
  client,
});

/** Records it in the security log; what retention does is in the audit list alone. */
export async function recordAccessTo(
  db: Database,
  { changer, actorId, client }: Performer,
  { event, accountId }: { event: 'DATA_EXPORTED' | 'ACCOUNT_ERASED'; accountId: number },
): Promise<void> {
  if (changer === null) return;
  const reason = changer === 'COMMAND_LINE' ? 'BY_COMMAND' : 'BY_ADMINISTRATOR';
  await recordSecurityEvent({ db }, { event, reason, actorId, accountId, client });
}
