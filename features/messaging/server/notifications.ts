import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { plainTextOf, sanitise } from '../../../server/html/sanitise.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { postPush, type Push } from '../../../server/push/post.ts';
import { findShopName } from '../../../server/shop-name.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { StoredText, TextKey } from '../../../contract/texts.ts';
import { emptyMessage, unknownRecipients } from '../message-fields.ts';
import type { markFileRead as markFile, notifyUsers as contract, UnreadKind } from '../notifications.calls.ts';
import {
  deleteUnread,
  insertNotification,
  insertRecipients,
  isAboutFile,
  markRead,
  replaceUnread,
  selectReceived,
  selectReceivedAbout,
  selectUsernames,
} from './notifications.queries.ts';
import { listNotifiedBy } from './notification-choices.ts';
import { renderMessage } from './unread-of-user.ts';

const DONE = { message: 'Marked as read.' };

export interface ServerEvent {
  userIds: readonly number[];
  /** HTML, which is sanitised here, or a text of the portal. Neither may contain what a customer wrote. */
  message: string | StoredText;
  /** Target of "View": a path of the portal. */
  url?: string;
  /** Unread on this file and its ticket; replaces an unread one of its kind, and is pushed if the user chose so. */
  about?: { kind: UnreadKind; fileId: number };
  /** What a push message shows instead. */
  push?: Pick<Push, 'title' | 'body'>;
}

/**
 * Puts a notification into the lists of users, and on the screens of their browsers that subscribed to it, in the
 * caller's transaction. Returns the users it reached.
 */
export async function notify(db: Database, { userIds, message, url, about, push }: ServerEvent): Promise<number[]> {
  const stored_text = typeof message === 'string' ? null : JSON.stringify(message);
  const clean = typeof message === 'string' ? sanitise(message) : renderMessage(message, null);
  if (plainTextOf(clean) === '') throw emptyMessage();
  const row = {
    message: clean,
    stored_text,
    url: url ?? null,
    kind: about?.kind ?? null,
    file_id: about?.fileId ?? null,
  };
  const { id } = await insertNotification(db, row).executeTakeFirstOrThrow();
  const moved = about ? await replaceUnread(db, { id, ...about }, userIds).execute() : [];
  const inserted = await insertRecipients(db, id, userIds).execute();
  const reachedIds = [...moved, ...inserted].map(({ user_id }) => user_id);
  const body = typeof message === 'string' ? plainTextOf(clean) : message;
  const pushedIds = about ? await listNotifiedBy(db, 'by_push', about.kind, reachedIds) : reachedIds;
  await postPush(db, { title: await findShopName(db), body, ...push, userIds: pushedIds, url: url ?? '/' });
  return reachedIds;
}

/** Sends an administrator's notification to all named users or none, or only to those who still have an account. */
export async function notifyUsers(
  { db }: Deps,
  { user_ids, message, leave_out_deleted: mayLeaveOut = false }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const ids = [...new Set(user_ids)];
  return db.transaction().execute(async (tx) => {
    const reached = new Set(await notify(tx, { userIds: ids, message }));
    const missed = ids.filter((id) => !reached.has(id));
    const isRefused = mayLeaveOut ? reached.size === 0 : missed.length > 0;
    if (isRefused) throw unknownRecipients({ who: await readNames(tx, missed) });
    return { message: 'Notification sent successfully!', ...(mayLeaveOut && { left_out: missed.length }) };
  });
}

/** More than anyone reads in one sentence. */
const MAX_NAMED = 10;

/** Returns the names of users; one who never had an account is a number. */
async function readNames(db: Database, ids: readonly number[]): Promise<string> {
  const named = ids.slice(0, MAX_NAMED);
  const users = await selectUsernames(db, named).execute();
  const names = new Map(users.map(({ id, username }) => [id, username]));
  const more = ids.length > named.length ? ', …' : '';
  return named.map((id) => names.get(id) ?? id).join(', ') + more;
}

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

export async function markNotificationsRead({ db }: Deps, actor: Actor, { userId }: { userId: number }) {
  if (userId !== actor.id) throw notFound();
  await markRead(db, userId);
  return DONE;
}
