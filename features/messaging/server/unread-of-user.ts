import { sql } from 'kysely';
import { escapeHtml } from '../../../server/html/escape.ts';
import { getTexts } from '../../../server/texts.ts';
import type { StoredText } from '../../../contract/texts.ts';
import type { Notification } from '../notifications.calls.ts';

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
export const renderMessage = (text: StoredText, language: string | null): string =>
  escapeHtml(getTexts(language).render(text));
