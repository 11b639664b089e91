import type { StoredText } from '../../../contract/texts.ts';
import type { Deps } from '../../../server/http/call.ts';
import { sanitise } from '../../../server/html/sanitise.ts';
import { notify, type ServerEvent } from './notifications.ts';

/** Creates an unread notification for one user; returns its id. */
export async function buildNotification(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  {
    message = 'New prices from <b>Monday</b> on.',
    ...news
  }: Partial<Omit<ServerEvent, 'userIds' | 'message'>> & {
    message?: string | StoredText;
  } = {},
): Promise<number> {
  await notify(db, { userIds: [userId], message: typeof message === 'string' ? sanitise(message) : message, ...news });
  const { id } = await db.selectFrom('notifications').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}
