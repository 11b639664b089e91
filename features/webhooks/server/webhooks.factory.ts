import type { Insertable } from 'kysely';
import type { WebhooksTable } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';

/** Creates a webhook whose address belongs to nobody, so that nothing is ever sent to it. */
export const buildWebhook = ({ db }: Pick<Deps, 'db'>, fields: Partial<Insertable<WebhooksTable>> = {}) =>
  db
    .insertInto('webhooks')
    .values({ name: 'Accounting', url: 'https://192.0.2.1/hooks', events: ['file.paid'], ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Creates a message that waits for its webhook. */
export async function buildDelivery({ db }: Pick<Deps, 'db'>) {
  const { id } = await buildWebhook({ db });
  return db
    .insertInto('webhook_deliveries')
    .values({ webhook_id: id, type: 'file.paid', data: '{"id": 231}' })
    .returning('id')
    .executeTakeFirstOrThrow();
}
