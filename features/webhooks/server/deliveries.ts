import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/refusal.ts';
import { type Sorting, orderPage } from '../../../server/database/list-order.ts';
import { LOG_PAGE_ROWS, finishLogPage, selectRowsOfPage } from '../../../server/database/list-page.ts';
import type { Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { TEST_EVENT } from '../webhook-events.ts';
import type * as contract from '../webhooks.calls.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { openMessagePost } from './post-message.ts';
import { DELIVERY_COLUMNS } from './webhooks.queries.ts';

const SORTING: Sorting<'newest'> = {
  id: sql<number>`webhook_deliveries.id`,
  sorts: { newest: { value: sql`webhook_deliveries.id`, type: 'number' } },
  first: { sort: 'newest', order: 'desc' },
};

/** Returns a page of the messages of a webhook, newest first. */
export async function listWebhookDeliveries(
  { db }: Pick<Deps, 'db'>,
  { id, cursor }: InputOf<typeof contract.listWebhookDeliveries>,
): Promise<ReplyOf<typeof contract.listWebhookDeliveries>> {
  const webhook = await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (webhook === undefined) throw notFound();
  const request = { cursor, limit: LOG_PAGE_ROWS };
  const order = orderPage(SORTING, request);
  const matching = db.selectFrom('webhook_deliveries').where('webhook_id', '=', id);
  const found = await selectRowsOfPage(matching.select(DELIVERY_COLUMNS), order).execute();
  const { rows, ...page } = await finishLogPage(db, found, { order, request, matching: matching.select('id') });
  return { deliveries: rows, ...page };
}

/** Makes one attempt with a message of its own, also for a webhook that is off. */
export async function testWebhook(deps: Deps, id: number): Promise<contract.WebhookDelivery> {
  const made = await deps.db
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'type', 'data', 'queued_at'])
    .expression((eb) =>
      eb
        .selectFrom('webhooks')
        .select(['id', sql<string>`${TEST_EVENT}`.as('type'), sql<string>`'{}'::jsonb`.as('data'), sql`now()`.as('at')])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) throw notFound();
  await deliverWebhook(deps, openMessagePost({ networks: deps.config.webhookNetworks }), made.id, { isOnly: true });
  return getDelivery(deps, made.id);
}

const getDelivery = ({ db }: Pick<Deps, 'db'>, id: number): Promise<contract.WebhookDelivery> =>
  db.selectFrom('webhook_deliveries').select(DELIVERY_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();

/** Adds the message once more, with its id; a job delivers it as the first time. */
export async function replayWebhookDelivery(deps: Deps, id: number): Promise<contract.WebhookDelivery> {
  const found = await deps.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select('w.disabled_at')
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  if (found.disabled_at !== null) throw new Refusal('errors.webhooks.is_disabled');
  const made = await deps.db
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'message_id', 'type', 'data', 'occurred_at', 'is_replay'])
    .expression((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select(['webhook_id', 'message_id', 'type', 'data', 'occurred_at', sql<boolean>`true`.as('is_replay')])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return getDelivery(deps, made.id);
}
