import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { TextKey } from '../../../contract/texts.ts';
import type { UnreadKind, markFileRead as markFile, markNotificationsRead as markAll } from '../notifications.calls.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import type { InputOf } from '../../../contract/endpoint.ts';

/**
 * Marks as read those that are unread for the user; returns how many there were. A reply that is read here is read in
 * its ticket as well, which is locked first, as by a reply that is being written.
 */
export async function markRead(db: Database, userId: number, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with locked as materialized (
      select id from tickets
       where user_id = ${userId} and has_unread_reply and file_id in (
               select file_id from notifications where kind = 'REPLY' and id in (
                 select notification_id from notification_recipients
                  where user_id = ${userId} and read_at is null and ${which}))
       order by id for no key update),
    read as (
      update notification_recipients set read_at = now()
       where user_id = ${userId} and read_at is null and ${which} and (select count(*) from locked) >= 0
      returning notification_id),
    replies as (
      update tickets set has_unread_reply = false
        from read join notifications n on n.id = read.notification_id
       where n.kind = 'REPLY' and tickets.file_id = n.file_id and tickets.user_id = ${userId} and has_unread_reply)
    select from read`.execute(db);
  return rows.length;
}

const selectReceived = (db: Database, actorId: number, notificationId: number) =>
  db
    .selectFrom('notification_recipients')
    .select('notification_id')
    .where('user_id', '=', actorId)
    .where('notification_id', '=', notificationId);

const isAboutFile = (fileId: number, kind: UnreadKind | null = null) =>
  sql<SqlBool>`notification_id in (
    select id from notifications where file_id = ${fileId} and (${kind}::text is null or kind = ${kind}))`;

const selectReceivedAbout = (db: Database, actorId: number, fileId: number) =>
  db
    .selectFrom('notification_recipients')
    .select('notification_id')
    .where('user_id', '=', actorId)
    .where(isAboutFile(fileId))
    .limit(1);

const deleteUnread = (db: Database, { userId, fileId, key }: { userId: number; fileId: number; key: TextKey }) =>
  db
    .deleteFrom('notification_recipients')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(
      sql<SqlBool>`notification_id in (
        select id from notifications where file_id = ${fileId} and stored_text->>'key' = ${key})`,
    );

const DONE = { message: 'Marked as read.' };

interface Read {
  userId: number;
  notificationId: number;
}

/** Marks a notification as read. A second click finds it read already, which is what was requested. */
export async function markNotificationRead({ db }: Deps, actor: Actor, { userId, notificationId }: Read) {
  if (userId !== actor.id) throw notFound();
  const read = await markRead(db, userId, sql`notification_id = ${notificationId}`);
  if (read > 0) return DONE;
  if (!(await selectReceived(db, userId, notificationId).executeTakeFirst())) throw notFound();
  return DONE;
}

/** Marks what is about a file as read; what arrived meanwhile stays unread. */
export async function markFileRead({ db }: Deps, actor: Actor, { fileId, up_to }: InputOf<typeof markFile>) {
  const read = await markRead(db, actor.id, sql`notification_id <= ${up_to} and ${isAboutFile(fileId)}`);
  if (read === 0 && !(await selectReceivedAbout(db, actor.id, fileId).executeTakeFirst())) throw notFound();
  return DONE;
}

/** Marks replies as read because the ticket of the file is shown. */
export const markRepliesRead = (db: Database, userId: number, fileId: number) =>
  markRead(db, userId, isAboutFile(fileId, 'REPLY'));

/** Takes back what is no longer true and was not read yet. */
export const withdrawUnread = (db: Database, about: { userId: number; fileId: number; key: TextKey }) =>
  deleteUnread(db, about).execute();

export async function markNotificationsRead({ db }: Deps, actor: Actor, seen: InputOf<typeof markAll>) {
  const { userId, from = 0, up_to = Number.MAX_SAFE_INTEGER } = seen;
  if (userId !== actor.id) throw notFound();
  await markRead(db, userId, sql`notification_id between ${from} and ${up_to}`);
  return DONE;
}
