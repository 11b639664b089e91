import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { sendJob, sendJobs } from '../../../../server/jobs.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { paySandbox, SandboxPayment, sendSandboxNotice } from '../../sandbox.calls.ts';
import { writeIpn, type SandboxNotice } from './sandbox-notice.ts';
import { SANDBOX, SANDBOX_NOTICE_PATH, SANDBOX_RECEIVER } from './sandbox-provider.ts';

type Tx = Transaction<Schema>;
type Sandbox = Pick<Deps, 'db' | 'config'>;

export const isSandbox = ({ paymentProvider }: Pick<Deps['config'], 'paymentProvider'>): boolean =>
  paymentProvider?.id === SANDBOX.id;

/** Throws "not found" where this machine does not play the provider. */
function requireSandbox(config: Deps['config']): void {
  if (!isSandbox(config)) throw notFound();
}

const createNumber = () => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();

/** Handles a buyer who has pressed "Pay now", or lets the payment wait. */
export async function payInSandbox({ db, config }: Sandbox, input: InputOf<typeof paySandbox>) {
  requireSandbox(config);
  const transaction_id = createNumber();
  await db.transaction().execute(async (tx) => {
    const amount_cents = input.amount * 100;
    const payment = { transaction_id, custom: input.custom, amount_cents, status: input.outcome };
    await tx.insertInto('sandbox_payments').values(payment).execute();
    await postNotice(tx, {
      transactionId: transaction_id,
      status: input.outcome,
      amount: input.amount.toFixed(2),
      currency: 'EUR',
      receiver: SANDBOX_RECEIVER,
      custom: input.custom,
      charset: 'windows-1252',
      trackId: createNumber(),
    });
  });
  return { transaction_id };
}

export async function listSandboxPayments({ db, config }: Sandbox): Promise<SandboxPayment[]> {
  requireSandbox(config);
  const payments = await db
    .selectFrom('sandbox_payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
  return payments.map(({ amount_cents, ...payment }) => ({ ...payment, amount: amount_cents / 100 }));
}

/** Refunds and reversals are transactions of their own, about the payment. */
const LATER_STATUSES = ['Refunded', 'Reversed', 'Canceled_Reversal'];

/** Sends a message about one of its payments, adjusted as an administrator has chosen. */
export async function sendNotice({ db, config }: Sandbox, input: InputOf<typeof sendSandboxNotice>) {
  requireSandbox(config);
  return db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('sandbox_payments')
      .selectAll()
      .where('transaction_id', '=', input.transaction_id)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw notFound();
    const isAbout = LATER_STATUSES.includes(input.status);
    const transactionId = isAbout ? createNumber() : payment.transaction_id;
    const sign = input.status === 'Refunded' || input.status === 'Reversed' ? '-' : '';
    const notice: SandboxNotice = {
      transactionId,
      ...(isAbout && { parentId: payment.transaction_id }),
      status: input.status,
      amount: input.amount?.toFixed(2) ?? `${sign}${(payment.amount_cents / 100).toFixed(2)}`,
      currency: input.currency ?? 'EUR',
      receiver: input.receiver ?? SANDBOX_RECEIVER,
      custom: payment.custom,
      charset: input.charset,
      ...(input.reason_code !== undefined && { reasonCode: input.reason_code }),
      trackId: createNumber(),
    };
    await postNotice(tx, notice, { copies: input.copies, delaySeconds: input.delay_seconds, isVouched: !input.forged });
    if (!input.forged) {
      await tx
        .updateTable('sandbox_payments')
        .set({ status: input.status })
        .where('transaction_id', '=', payment.transaction_id)
        .execute();
    }
    return { transaction_id: transactionId };
  });
}

/** Stores the outgoing bytes, so that the sandbox can confirm them, and queues them. */
export async function postNotice(
  tx: Tx,
  notice: SandboxNotice,
  { copies = 1, delaySeconds = 0, isVouched = true } = {},
): Promise<void> {
  const body = writeIpn(notice);
  const { id } = await tx
    .insertInto('sandbox_notices')
    .values({ transaction_id: notice.transactionId, digest: digestOf(body), body, is_vouched: isVouched, copies })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendJob(tx, 'send-sandbox-notice', id, { afterSeconds: delaySeconds });
}

/** Posts bytes to the listener of this portal. Returns the status. */
export type PostNotice = (body: Buffer) => Promise<number>;

/** Posts over the network like any other sender, from this machine to itself. */
export const openNoticePost =
  (ownUrl: string): PostNotice =>
  async (body) => {
    const response = await fetch(`${ownUrl}/api${SANDBOX_NOTICE_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return response.status;
  };

/** Throws unless every copy was accepted, and is then retried: copies are what a provider sends, too. */
export async function deliverSandboxNotice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  post: PostNotice,
  id: number,
): Promise<void> {
  const notice = await db
    .selectFrom('sandbox_notices')
    .select(['body', 'copies'])
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  if (!notice) return;
  for (let copy = 0; copy < notice.copies; copy += 1) {
    const status = await post(notice.body);
    if (status !== 200) throw new Error(`the portal replied to a notice of the sandbox with ${status}`);
  }
  await db.updateTable('sandbox_notices').set({ delivered_at: clock.now() }).where('id', '=', id).execute();
}

const PREFIX = Buffer.from('cmd=_notify-validate&');

/** The provider's reply to the postback: confirms its own bytes, unaltered, and nothing else. */
export async function verifyInSandbox({ db, config }: Sandbox, question: Buffer): Promise<'VERIFIED' | 'INVALID'> {
  requireSandbox(config);
  if (!question.subarray(0, PREFIX.length).equals(PREFIX)) return 'INVALID';
  const payment = await db
    .selectFrom('sandbox_notices')
    .select('id')
    .where('digest', '=', digestOf(question.subarray(PREFIX.length)))
    .where('is_vouched', '=', true)
    .limit(1)
    .executeTakeFirst();
  return payment ? 'VERIFIED' : 'INVALID';
}

/** Queues undelivered notices again: jobs are not part of a backup. */
export async function resendSandboxNotices({ db, config }: Sandbox): Promise<void> {
  if (!isSandbox(config)) return;
  const waiting = await db.selectFrom('sandbox_notices').select('id').where('delivered_at', 'is', null).execute();
  await sendJobs(db, 'send-sandbox-notice', waiting);
}

const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex');
