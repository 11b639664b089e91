import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { PaymentsShown } from '../payments.calls.ts';

export interface Arrived {
  provider: string;
  kind: string;
  digest: string;
  body: Buffer;
  headers: Record<string, string>;
  is_test: boolean;
}

/** Inserts a row, or counts the row that has the same bytes once more; `times_received` shows which. */
export const upsertMessage = (db: Database, { headers, ...arrived }: Arrived) =>
  db
    .insertInto('payment_messages')
    .values({ ...arrived, headers: JSON.stringify(headers) })
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet({
        times_received: sql`payment_messages.times_received + 1`,
        last_received_at: sql`now()`,
      }),
    )
    .returning(['id', 'times_received']);

export const selectMessage = (db: Database, id: number) =>
  db
    .selectFrom('payment_messages')
    .select(['id', 'provider', 'kind', 'body', 'headers', 'is_test', 'verification', 'outcome'])
    .where('id', '=', id);

/** Locks the row until the end of the transaction if it has no outcome yet. */
export const lockUnsettled = (db: Database, id: number) =>
  db.selectFrom('payment_messages').select('id').where('id', '=', id).where('outcome', 'is', null).forUpdate();

export const selectUnsettledIds = (db: Database) =>
  db.selectFrom('payment_messages').select('id').where('outcome', 'is', null).orderBy('id');

/** Selects the payment that a reversal or refund with this number was about. */
export const selectParent = (db: Database, transactionId: string) =>
  db
    .selectFrom('payment_messages')
    .select('parent_transaction_id')
    .where('transaction_id', '=', transactionId)
    .where('parent_transaction_id', 'is not', null)
    .where('verification', '=', 'VERIFIED')
    .limit(1);

/** Reopens messages that waited for one of these payments, or for any; returns their ids. */
export const reopenWaiting = (db: Database, transactionIds?: readonly string[]) =>
  db
    .updateTable('payment_messages')
    .set({ outcome: null, reason: null, settled_at: null })
    .$if(transactionIds !== undefined, (query) =>
      query.where('parent_transaction_id', 'in', transactionIds as readonly string[]),
    )
    .where('outcome', '=', 'AWAITING_PAYMENT')
    .returning('id');

export const selectBuyer = (db: Database, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'status', 'verified', 'role'])
    .where('id', '=', userId)
    // A colleague holds no credits.
    .where('company_id', 'is', null)
    .where('deleted_at', 'is', null);

/** The provider has not cleared the payment, and has not said anything else about it since. */
const NOT_CLEARED = sql<boolean>`(m.outcome = 'IGNORED' and m.event = 'PENDING' and not exists (
  select from payment_messages as other
  where other.transaction_id = m.transaction_id and other.verification = 'VERIFIED' and other.event <> 'PENDING'))`;
/** Not settled: without an outcome, waiting for their payment, or not cleared by the provider. */
const OPEN = sql<boolean>`(m.outcome is null or m.outcome = 'AWAITING_PAYMENT' or ${NOT_CLEARED})`;
const TO_REVIEW = sql<boolean>`(m.outcome = 'REVIEW' and m.reviewed_at is null)`;

const amount = sql<number | null>`m.amount_cents / 100.0::float8`;

export const selectMessages = (db: Database) =>
  db
    .selectFrom('payment_messages as m')
    .leftJoin('users', 'users.id', 'm.user_id')
    .leftJoin('files', 'files.id', 'm.file_id')
    .select([
      'm.id',
      'm.provider',
      'm.kind',
      'm.received_at',
      'm.times_received',
      'm.verification',
      'm.attempts',
      'm.last_error',
    ])
    .select(['m.outcome', 'm.reason', 'm.transaction_id', 'm.parent_transaction_id', 'm.payment_status', 'm.currency'])
    .select(['users.username', 'files.file_id', 'm.is_test', 'm.reviewed_at', 'm.review_note'])
    .select(sql<number | null>`case when users.deleted_at is null then users.id end`.as('open_user_id'))
    .select(sql<number | null>`case when files.deleted_at is null then files.id end`.as('open_file_id'))
    .select(amount.as('amount'));

interface PaymentFilter {
  show: PaymentsShown;
  /** Only messages about this payment: its own, and those of its refund. */
  transaction?: string | undefined;
  /** Only messages about payments of this customer. */
  user_id?: number | undefined;
}

export const selectShownMessages = (db: Database, { show, transaction, user_id }: PaymentFilter, limit: number) =>
  selectMessages(db)
    .$if(transaction !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('m.transaction_id', '=', transaction as string),
          eb('m.parent_transaction_id', '=', transaction as string),
        ]),
      ),
    )
    .$if(user_id !== undefined, (query) => query.where('m.user_id', '=', user_id as number))
    .$if(show === 'review', (query) => query.where(TO_REVIEW))
    .$if(show === 'open', (query) => query.where(OPEN))
    .$if(show === 'rejected', (query) => query.where('m.outcome', '=', 'REJECTED'))
    .orderBy('m.id', 'desc')
    .limit(limit);

export const selectMessageCounts = (db: Database) =>
  db
    .selectFrom('payment_messages as m')
    .select(sql<number>`count(*) filter (where ${TO_REVIEW})`.as('to_review'))
    .select(sql<number>`count(*) filter (where ${OPEN})`.as('open'))
    .select(sql<number>`count(*) filter (where m.outcome = 'REJECTED')`.as('rejected'))
    .select(sql<number>`count(*)`.as('total'));

/** Selects pending payments of a customer without any later message. */
export const selectPending = (db: Database, userId: number) =>
  db
    .selectFrom('payment_messages as m')
    .select(['m.transaction_id', 'm.is_test'])
    .select(amount.as('amount'))
    .select(sql<string>`min(m.received_at)`.as('since'))
    .where('m.user_id', '=', userId)
    .where(NOT_CLEARED)
    .groupBy(['m.transaction_id', 'm.amount_cents', 'm.is_test'])
    .orderBy('since', 'desc');

/** Deletes messages that the provider never confirmed; they are not needed. */
export const deleteForgeries = (db: Database, before: Date) =>
  db
    .deleteFrom('payment_messages')
    .where('verification', '=', 'INVALID')
    .where('last_received_at', '<', before.toISOString());
