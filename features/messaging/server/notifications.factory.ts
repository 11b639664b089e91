import type { Deps } from '../../../server/http/call.ts';
import { sanitise } from '../../../server/html/sanitise.ts';
import { notify, type ServerEvent } from './notifications.ts';

/** Creates an unread notification for one user; returns its id. */
export async function buildNotification(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  news: Partial<Omit<ServerEvent, 'userIds'>> = {},
): Promise<number> {
  await notify(db, { userIds: [userId], message: sanitise('New prices from <b>Monday</b> on.'), ...news });
  const { id } = await db.selectFrom('notifications').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}
