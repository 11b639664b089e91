import type { Database } from '../../../server/database/connect.ts';
import { plainTextOf, sanitise } from '../../../server/html/sanitise.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { postPush } from '../../../server/push/post.ts';
import { emptyMessage, unknownRecipient } from '../messaging.errors.ts';
import { insertNotification, insertRecipients, markRead, selectReceived } from './notifications.queries.ts';

export { unreadOfUser } from './notifications.queries.ts';

const DONE = { message: 'Marked as read.' };

export interface News {
  userIds: readonly number[];
  /** HTML; it is sanitised here. What a customer wrote does not belong in it. */
  message: string;
  /** Where "View" leads: a path of the portal. */
  url?: string;
}

/**
 * Puts a notification into the lists of users, and on the screens of their browsers that asked for it, in the caller's
 * transaction. Answers whom it reached.
 */
export async function notify(db: Database, { userIds, message, url }: News): Promise<number[]> {
  const clean = sanitise(message);
  if (plainTextOf(clean) === '') throw emptyMessage();
  const { id } = await insertNotification(db, { message: clean, url: url ?? null }).executeTakeFirstOrThrow();
  const reached = await insertRecipients(db, id, userIds).execute();
  const reachedIds = reached.map(({ user_id }) => user_id);
  await postPush(db, { userIds: reachedIds, title: 'Tunedesk', body: plainTextOf(clean), url: url ?? '/' });
  return reachedIds;
}

/** An administrator's notification. It reaches everybody it names, or nobody. */
export async function notifyUsers(
  { db }: Deps,
  { user_ids, message }: { user_ids: readonly number[]; message: string },
): Promise<{ message: string }> {
  const wanted = [...new Set(user_ids)];
  await db.transaction().execute(async (tx) => {
    const reached = await notify(tx, { userIds: wanted, message });
    if (reached.length !== wanted.length) throw unknownRecipient();
  });
  return { message: 'Notification sent successfully!' };
}

interface Read {
  userId: number;
  notificationId: number;
}

/** A second click finds it read already, which is what was asked for. */
export async function markNotificationRead({ db }: Deps, actor: Actor, { userId, notificationId }: Read) {
  const read = await markRead(db, actor.id, userId)
    .where('notification_id', '=', notificationId)
    .returning('notification_id')
    .executeTakeFirst();
  if (read) return DONE;
  const received = userId === actor.id && (await selectReceived(db, actor.id, notificationId).executeTakeFirst());
  if (!received) throw notFound();
  return DONE;
}

export async function markNotificationsRead({ db }: Deps, actor: Actor, { userId }: { userId: number }) {
  if (userId !== actor.id) throw notFound();
  await markRead(db, actor.id, userId).execute();
  return DONE;
}
