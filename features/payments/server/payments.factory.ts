import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import type { PaymentMessagesTable } from '../../../server/database/schema.ts';

type Built = Partial<Omit<Insertable<PaymentMessagesTable>, 'headers'>>;

/** Creates a verified message under review, unless `fields` change that. */
export async function buildPaymentMessage({ db }: Pick<Deps, 'db'>, fields: Built = {}) {
  return db
    .insertInto('payment_messages')
    .values({
      provider: 'sandbox',
      kind: 'IPN',
      digest: randomUUID(),
      body: Buffer.from('built'),
      is_test: true,
      verification: 'VERIFIED',
      outcome: 'REVIEW',
      reason: 'user',
      settled_at: new Date(),
      transaction_id: `BUILT${randomUUID().slice(0, 8)}`,
      event: 'COMPLETED',
      payment_status: 'Completed',
      amount_cents: 5000,
      currency: 'EUR',
      headers: '{}',
      ...fields,
    })
    .returning(['id', 'transaction_id'])
    .executeTakeFirstOrThrow();
}

export async function buildSandboxPayment({ db }: Pick<Deps, 'db'>, custom: string, amount_cents = 5000) {
  const transaction_id = randomUUID().slice(0, 17).toUpperCase();
  await db
    .insertInto('sandbox_payments')
    .values({ transaction_id, custom, amount_cents, status: 'Completed' })
    .execute();
  return { transaction_id };
}
