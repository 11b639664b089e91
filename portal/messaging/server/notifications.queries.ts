import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';

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

export const insertNotification = (
  db: Database,
  notification: { message: string; stored_text: string | null; url: string | null },
) => db.insertInto('notifications').values(notification).returning('id');

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
