import { type Transaction, sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { clearNotice, raiseNotice } from '../../shop/notices/server/notices.ts';
import type { PostMessage, Reply } from './post-message.ts';
import { deriveKey, signMessage } from './signing.ts';
import { selectAttempt } from './webhooks.queries.ts';

const HOUR_MS = 3_600_000;
/** A message is given up after this long. */
const MAX_DELIVERY_HOURS = 24;
/**
 * A webhook that has accepted nothing for this long is switched off with the next message that is given up, and not
 * earlier: between two failures it may have been sent nothing. The notice says so in words.
 */
const MAX_FAILING_DAYS = 5;
/** After a failure other messages wait, so that a receiver that hangs does not hold up those of others. */
const REST_MS = 20_000;

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'webhookSecret'>;
type Attempt = NonNullable<Awaited<ReturnType<ReturnType<typeof selectAttempt>['executeTakeFirst']>>>;

/**
 * Makes one attempt for a message that waits. Throws when it was not accepted; then it is tried again later, with the
 * same id. `isOnly`: there is one attempt, also for a webhook that is off.
 */
export async function deliverWebhook(
  deps: DeliveryDeps,
  post: PostMessage,
  id: number,
  { isOnly = false } = {},
): Promise<void> {
  const attempt = await selectAttempt(deps.db, id).executeTakeFirst();
  if (attempt === undefined) return;
  const now = deps.clock.now();
  if (!isOnly) {
    if (attempt.disabled_at !== null) return giveUp(deps.db, id, 'the webhook is switched off');
    if (attempt.resting_until !== null && new Date(attempt.resting_until) > now)
      throw new Error('the webhook rests after a failure');
  }
  const outcome = await tryPost(deps, post, attempt);
  const endedAt = deps.clock.now();
  const isAccepted = outcome.reply_status !== null && outcome.reply_status >= 200 && outcome.reply_status < 300;
  const isLast = isOnly || now.getTime() - new Date(attempt.created_at).getTime() >= MAX_DELIVERY_HOURS * HOUR_MS;
  const status = isAccepted ? 'DELIVERED' : isLast ? 'GIVEN_UP' : 'WAITING';
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({ ...outcome, status, attempted_at: now, attempts: sql`attempts + 1` })
      .where('id', '=', id)
      .execute();
    if (isAccepted) await noteAccepted(tx, attempt, endedAt);
    else if (!isOnly) await noteFailure(tx, attempt, { now: endedAt, isLast });
  });
  if (status === 'WAITING') throw new Error(outcome.error ?? `the webhook replied with ${outcome.reply_status}`);
}

type Outcome = {
  reply_status: number | null;
  reply_text: string | null;
  reply_ms: number | null;
  error: string | null;
};

async function tryPost({ clock, webhookSecret }: DeliveryDeps, post: PostMessage, attempt: Attempt): Promise<Outcome> {
  const now = clock.now();
  const body = JSON.stringify({
    type: attempt.type,
    timestamp: new Date(attempt.occurred_at).toISOString(),
    data: attempt.data,
  });
  const isRotating = attempt.previous_key_until !== null && new Date(attempt.previous_key_until) > now;
  const earlier = isRotating ? [attempt.previous_key_name as string, ...attempt.earlier_key_names] : [];
  const names = [attempt.key_name, ...earlier];
  const signed = signMessage(
    names.map((name) => deriveKey(webhookSecret, name)),
    { id: attempt.message_id, timestamp: Math.floor(now.getTime() / 1000), body },
  );
  const headers = { 'content-type': 'application/json', 'user-agent': 'Tunedesk', ...signed };
  const begun = performance.now();
  const measure = () => Math.round(performance.now() - begun);
  try {
    const { status, text }: Reply = await post({ url: attempt.url, headers, body });
    return { reply_status: status, reply_text: text, reply_ms: measure(), error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { reply_status: null, reply_text: null, reply_ms: measure(), error: message.slice(0, 500) };
  }
}

const giveUp = async (db: Database, id: number, error: string): Promise<void> => {
  await db.updateTable('webhook_deliveries').set({ status: 'GIVEN_UP', error }).where('id', '=', id).execute();
};

const noteAccepted = (tx: Database, { webhook_id }: Attempt, now: Date) =>
  tx
    .updateTable('webhooks')
    .set({ last_delivered_at: now, failing_since: null, resting_until: null })
    .where('id', '=', webhook_id)
    .execute();

/** One statement decides: another message may have been accepted meanwhile. */
async function noteFailure(
  tx: Transaction<Schema>,
  { webhook_id }: Attempt,
  { now, isLast }: { now: Date; isLast: boolean },
): Promise<void> {
  const longAgo = new Date(now.getTime() - MAX_FAILING_DAYS * 24 * HOUR_MS);
  const isTooLong = sql<boolean>`${isLast}::boolean and failing_since <= ${longAgo}`;
  const failed = await tx
    .updateTable('webhooks')
    .set({
      failing_since: sql`coalesce(failing_since, ${now})`,
      resting_until: new Date(now.getTime() + REST_MS),
      disabled_at: sql`case when ${isTooLong} then ${now}::timestamptz end`,
      disabled_for: sql`case when ${isTooLong} then 'FAILURES' end`,
    })
    .where('id', '=', webhook_id)
    .where('disabled_at', 'is', null)
    .returning('disabled_at')
    .executeTakeFirst();
  if (failed && failed.disabled_at !== null) await noticeDisabled(tx);
}

const MAX_NAMED = 100;

/**
 * Tells administrators which webhooks the portal has switched off; nothing when there is none. Of two changes at once, the
 * second waits and names both.
 */
export async function noticeDisabled(db: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks.disabled', 0))`.execute(db);
  const disabled = await db
    .selectFrom('webhooks')
    .select(['name'])
    .where('disabled_for', '=', 'FAILURES')
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute();
  if (disabled.length === 0) return clearNotice(db, 'webhooks.disabled');
  const items = disabled.map(({ name }) => ({ text: name, to: '/admin/webhooks' }));
  await raiseNotice(db, { kind: 'webhooks.disabled', items });
}

/** Has jobs made again for all that waits and should have been tried by now; jobs are not part of a backup. */
export const requeueWaiting = (db: Database, { olderThanHours = 0 } = {}) =>
  db
    .updateTable('webhook_deliveries')
    .set({ queued_at: null })
    .where('status', '=', 'WAITING')
    .where(sql<boolean>`queued_at < now() - make_interval(hours => ${olderThanHours})`)
    .execute();

const KEPT_DAYS = 30;

export const removeOldDeliveries = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', new Date(clock.now().getTime() - KEPT_DAYS * 24 * HOUR_MS) as unknown as string)
    .where('status', '!=', 'WAITING')
    .execute();
