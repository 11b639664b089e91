import { sql } from 'kysely';
import type { StoredText } from '../../contract/texts.ts';
import type { Database } from '../database/connect.ts';
import { sendJobs } from '../jobs.ts';
import { getTexts } from '../texts.ts';

export interface Push {
  userIds: readonly number[];
  title: string | StoredText;
  /** Plain words. They appear on a lock screen, so they contain nothing of what people write to each other. */
  body: string | StoredText;
  /** Where a click leads: a path in the portal. */
  url: string;
}

/** Operating systems show about this much. */
const BODY_LENGTH = 200;
/** A user who is not reached within a day reads it in the portal. */
const RETENTION = '1 day';

/**
 * Posts a push to every browser that these users have subscribed, in their language and in the caller's transaction.
 */
export async function postPush(db: Database, push: Push): Promise<void> {
  for (const language of await listLanguages(db, push.userIds))
    await sendJobs(db, 'deliver-push', await insertPushes(db, push, language));
}

async function listLanguages(db: Database, userIds: readonly number[]): Promise<(string | null)[]> {
  const found = await selectSubscriptions(db, userIds).select('users.language').distinct().execute();
  return found.map(({ language }) => language);
}

const selectSubscriptions = (db: Database, userIds: readonly number[]) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .where('user_id', 'in', userIds.length === 0 ? [0] : [...userIds]);

function insertPushes(db: Database, { userIds, title, body, url }: Push, language: string | null) {
  const { render } = getTexts(language);
  return db
    .insertInto('pushes')
    .columns(['subscription_id', 'title', 'body', 'url'])
    .expression(
      selectSubscriptions(db, userIds)
        .where('users.language', 'is not distinct from', language)
        .select([
          'push_subscriptions.id',
          sql<string>`${render(title)}::text`.as('title'),
          sql<string>`${render(body).slice(0, BODY_LENGTH)}::text`.as('body'),
          sql<string>`${url}::text`.as('url'),
        ]),
    )
    .returning('id')
    .execute();
}

export const removeOldPushes = (db: Database) =>
  db
    .deleteFrom('pushes')
    .where(sql<boolean>`created_at < now() - ${sql.lit(RETENTION)}::interval`)
    .execute();
