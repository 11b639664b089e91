import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Notification } from '../notifications.contract.ts';

/** More than anybody reads in one go; the rest comes up when these are read. */
const SHOWN_AT_MOST = 50;

/**
 * The unread notifications of the user with the id in `users.id`, newest first, as one column: the call that every
 * browser repeats must stay one query.
 */
export const unreadOfUser = sql<Notification[]>`(
  select coalesce(json_agg(json_build_object(
           'id', unread.id, 'message', unread.message, 'url', unread.url,
           'date', to_char(unread.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         ) order by unread.id desc), '[]')
    from (select n.id, n.message, n.url, n.created_at
            from notification_recipients r join notifications n on n.id = r.notification_id
           where r.user_id = users.id and r.read_at is null
           order by n.id desc limit ${sql.lit(SHOWN_AT_MOST)}) unread)`;

/** Starts the statement that marks read what is still unread for `userId`, when that is the caller. */
export const markRead = (db: Database, actorId: number, userId: number) =>
  db
    .updateTable('notification_recipients')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', actorId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);

export const selectReceived = (db: Database, actorId: number, notificationId: number) =>
  db
    .selectFrom('notification_recipients')
    .select('notification_id')
    .where('user_id', '=', actorId)
    .where('notification_id', '=', notificationId);

export const insertNotification = (db: Database, notification: { message: string; url: string | null }) =>
  db.insertInto('notifications').values(notification).returning('id');

/** Addresses a notification to those of `userIds` who have an account; returns whom it reached. */
export const insertRecipients = (db: Database, notificationId: number, userIds: readonly number[]) =>
  db
    .insertInto('notification_recipients')
    .columns(['notification_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([sql<number>`${notificationId}::bigint`.as('notification_id'), 'users.id as user_id'])
        .where('users.deleted_at', 'is', null)
        .where(sql`users.id = any(${userIds}::bigint[])` as Expression<SqlBool>),
    )
    .returning('user_id');

export const selectUsernames = (db: Database, userIds: readonly number[]) =>
  db.selectFrom('users').select(['id', 'username']).where('id', 'in', userIds);
