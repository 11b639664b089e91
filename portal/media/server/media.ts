import type { Database } from '../../../server/database/connect.ts';
import type { LoginMedia } from '../media.contract.ts';

/** The newest picture or video of the login page, or null. */
export async function getLoginBackground(db: Database): Promise<LoginMedia | null> {
  const media = await db
    .selectFrom('login_media')
    .select(['id', 'name', 'url', 'type'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return media ?? null;
}
