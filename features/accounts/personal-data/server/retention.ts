import { sql } from 'kysely';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordChange } from '../../../staff/audit/server/audit.ts';
import { DONE_STATUSES, OPEN_STATUSES } from '../../../files/file-fields.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { outboxFolder } from '../../../../server/mail/transport.ts';
import { giveUpBytes, quarantineGivenUp, recordRemovedBytes } from '../../../../server/stored-files/removed-bytes.ts';
import { eraseUser } from './erase-user.ts';

/** At most this many of a kind in an hour. */
const FILES_AT_ONCE = 200;
const TICKETS_AT_ONCE = 200;
const MAILS_AT_ONCE = 1_000;
const USERS_AT_ONCE = 20;

const DAY_MS = 86_400_000;

const daysAgo = ({ clock }: Pick<Deps, 'clock'>, days: number) => new Date(clock.now().getTime() - days * DAY_MS);

const wordsOf = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)));

/**
 * Moves the bytes of files finished long ago to the quarantine; the record stays. Never includes a file in work, one
 * for which a change is requested, or one delivered or paid since. Returns the number of files.
 */
export async function removeOldFileBytes(deps: Deps): Promise<number> {
  const { config, db, clock } = deps;
  if (config.retainFilesDays === 0) return 0;
  const before = daysAgo(deps, config.retainFilesDays);
  const { files, keys } = await db.transaction().execute(async (tx) => {
    const { rows: old } = await sql<{ id: number; file_id: string }>`
      update files set bytes_removed_at = ${clock.now()} where id in (
        select id from files
         where bytes_removed_at is null and status in (${wordsOf(DONE_STATUSES)}) and updated_at < ${before}
           and revision_since is null and greatest(paid_at, delivered_at, status_since) < ${before}
         order by updated_at limit ${FILES_AT_ONCE} for update skip locked)
      returning id, file_id`.execute(tx);
    const ids = old.map(({ id }) => id);
    const { rows: stored } = await sql<{ key: string }>`
      select file_key as key from files where id = any(${ids}::bigint[])
      union select mod_file_key from files where id = any(${ids}::bigint[]) and mod_file_key is not null
      union select file_key from file_history where file_id = any(${ids}::bigint[])
      union select file_key from further_files where file_id = any(${ids}::bigint[])`.execute(tx);
    const gone = stored.map(({ key }) => key);
    await recordRemovedBytes(tx, gone, 'RETENTION');
    for (const { id, file_id } of old) {
      const subject = { kind: 'FILE', id, name: file_id } as const;
      await recordChange(tx, null, { kind: 'ERASED', subject, from: null, to: null });
    }
    return { files: old.length, keys: gone };
  });
  await quarantineGivenUp(deps, keys);
  return files;
}

/** Removes messages of tickets closed long ago whose file is finished; their attachments go to the quarantine. */
export async function removeOldMessages(deps: Deps): Promise<number> {
  const { config, db } = deps;
  if (config.retainMessagesDays === 0) return 0;
  const before = daysAgo(deps, config.retainMessagesDays);
  const { removed, keys } = await db.transaction().execute(async (tx) => {
    const { rows: tickets } = await sql<{ id: number; ticket_id: string; file_id: number }>`
      select t.id, t.ticket_id, t.file_id from tickets t join files f on f.id = t.file_id
       where t.status = 'CLOSED' and t.closing_date < ${before} and f.status in (${wordsOf(DONE_STATUSES)})
         and exists (select from ticket_messages m where m.ticket_id = t.id)
       order by t.closing_date limit ${TICKETS_AT_ONCE} for update of t skip locked`.execute(tx);
    const { rows } = await sql<{ file_key: string | null }>`
      delete from ticket_messages where ticket_id = any(${tickets.map(({ id }) => id)}::bigint[]) returning file_key`.execute(
      tx,
    );
    const gone = rows.flatMap(({ file_key }) => file_key ?? []);
    await giveUpBytes(tx, gone);
    for (const { file_id, ticket_id } of tickets) {
      const subject = { kind: 'FILE', id: file_id, name: ticket_id } as const;
      await recordChange(tx, null, { kind: 'ERASED', subject, from: null, to: null });
    }
    return { removed: rows.length, keys: gone };
  });
  await quarantineGivenUp(deps, keys);
  return removed;
}

/** Removes mails that were sent or refused long ago, and mailings with the last of theirs; mails still waiting stay. */
export async function removeOldMails(deps: Deps): Promise<number> {
  const { config, db } = deps;
  if (config.retainMailsDays === 0) return 0;
  const before = daysAgo(deps, config.retainMailsDays);
  const removed = await db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from mails where id in (
        select id from mails where created_at < ${before} and coalesce(sent_at, refused_at) < ${before}
         order by created_at limit ${MAILS_AT_ONCE} for update skip locked)`.execute(tx);
    await sql`
      delete from mailings m
       where created_at < ${before} and not exists (select from mails where mailing_id = m.id)`.execute(tx);
    const count = Number(numAffectedRows);
    const subject = { kind: 'CONFIGURATION', name: 'outbox' } as const;
    if (count > 0) await recordChange(tx, null, { kind: 'ERASED', subject, from: count, to: null });
    return count;
  });
  return removed + (await removeOldMailFiles(outboxFolder(config), before));
}

/** Removes old mail files: without a mail server, mails are written as files. */
async function removeOldMailFiles(folder: string, before: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names.filter((one) => one.endsWith('.eml')).toSorted()) {
    if (removed === MAILS_AT_ONCE) break;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/**
 * Erases accounts that were deleted long ago; one with a file in work or with credits left stays. One that cannot be
 * erased is reported and does not hold up the others.
 */
export async function eraseOldDeletedUsers(deps: Deps): Promise<number> {
  const { config, db, log } = deps;
  if (config.retainDeletedUsersDays === 0) return 0;
  const { rows } = await sql<{ id: number }>`
    select id from users u
     where deleted_at < ${daysAgo(deps, config.retainDeletedUsersDays)} and erased_at is null
       and not exists (select from files f where f.user_id = u.id and f.deleted_at is null
                          and f.status in (${wordsOf(OPEN_STATUSES)}))
       and not exists (select from credit_accounts a where a.user_id = u.id and a.balance_cents <> 0)
     order by deleted_at`.execute(db);
  let erased = 0;
  for (const { id } of rows) {
    if (erased === USERS_AT_ONCE) break;
    try {
      await eraseUser(deps, id, { changer: null, actorId: null, client: null });
      erased += 1;
    } catch (error) {
      log.error({ err: error, account: id }, 'an account that was deleted long ago could not be erased');
    }
  }
  return erased;
}
