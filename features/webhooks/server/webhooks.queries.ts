import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { WebhookDelivery } from '../webhooks.calls.ts';

/** A webhook as the screens show it. */
export const selectWebhooks = (db: Database) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'events', 'created_at', 'last_delivered_at', 'failing_since'])
    .select(['disabled_at', 'disabled_for', 'previous_key_until'])
    .select(
      sql<number>`(select count(*)::int from webhook_deliveries d
                    where d.webhook_id = webhooks.id and d.status = 'WAITING')`.as('waiting'),
    );

export const DELIVERY_COLUMNS = [
  'id',
  'message_id',
  'type',
  'occurred_at',
  'created_at',
  'is_replay',
  'status',
  'attempts',
  'attempted_at',
  'reply_status',
  'reply_text',
  'reply_ms',
  'error',
] as const satisfies readonly (keyof WebhookDelivery)[];

/** Selects a message with all that an attempt needs. */
export const selectAttempt = (db: Database, id: number) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.message_id', 'd.type', 'd.data', 'd.occurred_at', 'd.created_at'])
    .select(['w.id as webhook_id', 'w.url', 'w.disabled_at', 'w.resting_until'])
    .select(['w.key_name', 'w.previous_key_name', 'w.previous_key_until', 'w.earlier_key_names'])
    .where('d.id', '=', id)
    .where('d.status', '=', 'WAITING');
