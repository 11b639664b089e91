import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { sendJobs } from '../jobs.ts';

export interface Push {
  userIds: readonly number[];
  title: string;
  /** Plain words. They lie on a lock screen, so nothing of what people write to each other. */
  body: string;
  /** Where a click leads: a path of the portal. */
  url: string;
}

/** A system shows about this much. */
const BODY_LENGTH = 200;
/** A user not reached in a day reads it in the portal. */
const RETENTION = '1 day';

/** Posts a push to every browser of these users that asked for it, in the caller's transaction. */
export async function postPush(db: Database, { userIds, title, body, url }: Push): Promise<void> {
  const posted = await db
    .insertInto('pushes')
    .columns(['subscription_id', 'title', 'body', 'url'])
    .expression((eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select([
          'id',
          sql<string>`${title}::text`.as('title'),
          sql<string>`${body.slice(0, BODY_LENGTH)}::text`.as('body'),
          sql<string>`${url}::text`.as('url'),
        ])
        .where('user_id', 'in', userIds.length === 0 ? [0] : [...userIds]),
    )
    .returning('id')
    .execute();
  await sendJobs(db, 'deliver-push', posted);
}

export const removeOldPushes = (db: Database) =>
  db
    .deleteFrom('pushes')
    .where(sql<boolean>`created_at < now() - ${sql.lit(RETENTION)}::interval`)
    .execute();
