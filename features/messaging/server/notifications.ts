import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { type CleanHtml, escapeHtml, plainTextOf } from '../../../server/html/sanitise.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { type Push, postPush } from '../../../server/push/post.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { StoredText } from '../../../contract/texts.ts';
import {
  CUSTOMER_KINDS,
  type Notification,
  type NotificationChoice,
  STAFF_KINDS,
  type UnreadKind,
} from '../notifications.calls.ts';
import type * as calls from '../notifications.calls.ts';
import { anyOfIds } from '../../../server/database/patterns.ts';
import { can } from '../../../contract/capabilities.ts';
import { findShopName, getTexts } from '../../../server/texts.ts';
import { refusal } from '../../../contract/refusal.ts';

export interface ServerEvent {
  userIds: readonly number[];
  /** HTML, or a text of the portal. Neither may contain what a customer wrote. */
  message: CleanHtml | StoredText;
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
  const clean = typeof message === 'string' ? message : renderMessage(message, null);
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

type Way = 'by_mail' | 'by_push';

/** Returns those of the users who are notified of this kind in this way. */
export async function listNotifiedBy(
  db: Database,
  way: Way,
  kind: UnreadKind,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const choices = await db
    .selectFrom('notification_choices')
    .select(['user_id', way])
    .where('kind', '=', kind)
    .where('user_id', '=', anyOfIds(userIds))
    .execute();
  const chosen = new Map(choices.map((choice) => [choice.user_id, choice[way]]));
  return userIds.filter((id) => chosen.get(id) ?? SENT_BY_DEFAULT[kind][way]);
}

export const isNotifiedByMail = async (db: Database, kind: UnreadKind, userId: number): Promise<boolean> =>
  (await listNotifiedBy(db, 'by_mail', kind, [userId])).length > 0;

/** Lists every kind that the actor is notified of. */
export async function listNotificationChoices({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<NotificationChoice[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'by_mail', 'by_push'])
    .where('user_id', '=', actor.id)
    .execute();
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  const kinds: readonly UnreadKind[] = can(actor, 'admin-area.open') ? STAFF_KINDS : CUSTOMER_KINDS;
  return kinds.map((kind) => chosen.get(kind) ?? { kind, ...SENT_BY_DEFAULT[kind] });
}

export async function updateNotificationChoice(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { kind, by_mail, by_push }: InputOf<typeof calls.updateNotificationChoice>,
): Promise<NotificationChoice> {
  const chosen = { kind, ...(by_mail !== undefined && { by_mail }), ...(by_push !== undefined && { by_push }) };
  return db
    .insertInto('notification_choices')
    .values({ user_id: actor.id, ...SENT_BY_DEFAULT[kind], ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(chosen))
    .returning(['kind', 'by_mail', 'by_push'])
    .executeTakeFirstOrThrow();
}

/** More than anyone reads in one go; the rest comes up when these are read. */
const MAX_SHOWN = 50;

type StoredNotification = Notification & { stored_text: StoredText | null };

/**
 * The unread notifications of the user with the id in `users.id`, newest first, as one column: the call that every
 * browser repeats must remain a single query.
 */
export const unreadOfUser = sql<StoredNotification[]>`(
  select coalesce(json_agg(json_build_object(
           'id', unread.id, 'message', unread.message, 'stored_text', unread.stored_text, 'url', unread.url,
           'kind', unread.kind, 'file_id', unread.file_id,
           'date', to_char(unread.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         ) order by unread.id desc), '[]')
    from (select n.id, n.message, n.stored_text, n.url, n.kind, n.file_id, n.created_at
            from notification_recipients r join notifications n on n.id = r.notification_id
           where r.user_id = users.id and r.read_at is null
           order by n.id desc limit ${sql.lit(MAX_SHOWN)}) unread)`;

/** Renders notifications for their reader: an administrator's text as it is, the portal's in the reader's language. */
export const renderUnread = (unread: readonly StoredNotification[], language: string | null): Notification[] =>
  unread.map(({ stored_text, message, ...rest }) => ({
    ...rest,
    message: stored_text === null ? message : renderMessage(stored_text, language),
  }));

/** Renders a text of the portal as the HTML of a notification. */
const renderMessage = (text: StoredText, language: string | null): string =>
  escapeHtml(getTexts(language).render(text));

const emptyMessage = refusal('errors.messaging.empty_message', 'message');

/** What is sent until the user chooses otherwise. A mail for every new file would be too many. */
const SENT_BY_DEFAULT: Record<UnreadKind, { by_mail: boolean; by_push: boolean }> = {
  REPLY: { by_mail: true, by_push: true },
  PRICE: { by_mail: true, by_push: true },
  STATUS: { by_mail: true, by_push: true },
  READY: { by_mail: true, by_push: true },
  CUSTOMER_MESSAGE: { by_mail: true, by_push: true },
  NEW_FILE: { by_mail: false, by_push: true },
  CHANGE_REQUEST: { by_mail: true, by_push: true },
};

const insertNotification = (
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
const insertRecipients = (db: Database, notificationId: number, userIds: readonly number[]) =>
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
const replaceUnread = (
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
