import { sql } from 'kysely';
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
