import { sql, type SqlBool } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { anyOfIds } from '../../../server/database/patterns.ts';
import type { TextKey } from '../../../contract/texts.ts';
import type { UnreadKind } from '../notifications.calls.ts';

/**
 * Marks as read those that are unread for the user; returns how many there were. A reply that is read here is read in
 * its ticket as well.
 */
export async function markRead(db: Database, userId: number, which = sql<SqlBool>`true`): Promise<number> {
  const { rows } = await sql`
    with read as (
      update notification_recipients set read_at = now()
       where user_id = ${userId} and read_at is null and ${which}
      returning notification_id),
    replies as (
      update tickets set has_unread_reply = false
        from read join notifications n on n.id = read.notification_id
       where n.kind = 'REPLY' and tickets.file_id = n.file_id and tickets.user_id = ${userId} and has_unread_reply)
    select from read`.execute(db);
  return rows.length;
}

export const selectReceived = (db: Database, actorId: number, notificationId: number) =>
  db
    .selectFrom('notification_recipients')
    .select('notification_id')
    .where('user_id', '=', actorId)
    .where('notification_id', '=', notificationId);

export const insertNotification = (
  db: Database,
  notification: {
    message: string;
    stored_text: string | null;
    url: string | null;
    kind: UnreadKind | null;
    file_id: number | null;
  },
) => db.insertInto('notifications').values(notification).returning('id');

/** Addresses a notification to those of `userIds` who have an account and do not have the notification yet. */
export const insertRecipients = (db: Database, notificationId: number, userIds: readonly number[]) =>
  db
    .insertInto('notification_recipients')
    .columns(['notification_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([sql<number>`${notificationId}::bigint`.as('notification_id'), 'users.id as user_id'])
        .where('users.deleted_at', 'is', null)
        .where('users.id', '=', anyOfIds(userIds)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id');

/**
 * Lets a newer notification replace an unread one of the same kind and file, so that ten replies are one entry. If two
 * concurrent transactions have left several entries, one of them is replaced: a user has each notification once.
 */
export const replaceUnread = (
  db: Database,
  place: { id: number; kind: UnreadKind; fileId: number },
  userIds: readonly number[],
) =>
  db
    .updateTable('notification_recipients as old')
    .set({ notification_id: place.id })
    .from(
      db
        .selectFrom('notification_recipients as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .select(['r.user_id', (eb) => eb.fn.max('r.notification_id').as('notification_id')])
        .where('n.file_id', '=', place.fileId)
        .where('n.kind', '=', place.kind)
        .where('r.read_at', 'is', null)
        .where('r.user_id', '=', anyOfIds(userIds))
        .groupBy('r.user_id')
        .as('unread'),
    )
    .whereRef('old.user_id', '=', 'unread.user_id')
    .whereRef('old.notification_id', '=', 'unread.notification_id')
    .where('old.read_at', 'is', null)
    .returning('old.user_id');

export const isAboutFile = (fileId: number, kind: UnreadKind | null = null) =>
  sql<SqlBool>`notification_id in (
    select id from notifications where file_id = ${fileId} and (${kind}::text is null or kind = ${kind}))`;

export const selectReceivedAbout = (db: Database, actorId: number, fileId: number) =>
  db
    .selectFrom('notification_recipients')
    .select('notification_id')
    .where('user_id', '=', actorId)
    .where(isAboutFile(fileId))
    .limit(1);

export const deleteUnread = (db: Database, { userId, fileId, key }: { userId: number; fileId: number; key: TextKey }) =>
  db
    .deleteFrom('notification_recipients')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(
      sql<SqlBool>`notification_id in (
        select id from notifications where file_id = ${fileId} and stored_text->>'key' = ${key})`,
    );

export const selectUsernames = (db: Database, userIds: readonly number[]) =>
  db.selectFrom('users').select(['id', 'username']).where('id', 'in', userIds);
