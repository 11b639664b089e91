import { sql } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import { sendJobs } from '../../../server/jobs.ts';
import { lockPayment } from '../../credits/server/provider-money.ts';
import { bookNotice, findRootTransaction, type Decision } from './book-notice.ts';
import { notifyReviewers } from './payment-mails.ts';
import { lockUnsettled, reopenWaiting, selectMessage } from './payments.queries.ts';
import { type Notice, type PaymentProvider, type Verdict, type Verify, inLedger } from './provider.ts';

type Settling = Pick<Deps, 'db' | 'clock' | 'config'>;
type Message = NonNullable<Awaited<ReturnType<ReturnType<typeof selectMessage>['executeTakeFirst']>>>;

/** Genuine messages are about this long. */
const MAX_FORGERY_BYTES = 2048;

/**
 * Finds out whether a message is the provider's own, and does once what it requests. Throws while the provider gives no
 * clear reply, so that it is retried later; running it twice, or twice at once, changes nothing.
 */
export async function settleMessage(deps: Settling, verify: Verify, id: number): Promise<void> {
  const message = await selectMessage(deps.db, id).executeTakeFirst();
  if (!message || message.outcome !== null) return;
  const verification = message.verification === 'WAITING' ? await askProvider(deps, verify, message) : 'VERIFIED';
  if (verification === 'INVALID') return;
  const released = await settleVerified(deps, message);
  // Their jobs are queued as well, in case this program ends here.
  for (const waiting of released) await settleMessage(deps, verify, waiting);
}

async function askProvider(deps: Settling, verify: Verify, message: Message) {
  const { db, clock } = deps;
  const { id } = message;
  const unsaid = db.updateTable('payment_messages').where('id', '=', id).where('verification', '=', 'WAITING');
  try {
    const verdict = await verifyMessage(deps, verify, message);
    await unsaid
      .set((eb) => ({
        verification: verdict,
        attempts: eb('attempts', '+', 1),
        last_error: null,
        ...(verdict === 'INVALID' && {
          // Enough to see what was tried; storing all of it would let an intruder fill the disk.
          body: eb.fn<Buffer>('substring', ['body', sql.lit(1), sql.lit(MAX_FORGERY_BYTES)]),
          outcome: 'REJECTED' as const,
          reason: 'not_genuine',
          settled_at: clock.now(),
        }),
      }))
      .execute();
    return verdict;
  } catch (error) {
    const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await unsaid.set((eb) => ({ attempts: eb('attempts', '+', 1), last_error })).execute();
    throw error;
  }
}

/** Returns the provider in use, if the message came from it. */
function findProvider({ config: { paymentProvider } }: Settling, message: Message): PaymentProvider | null {
  return paymentProvider?.id === message.provider ? paymentProvider : null;
}

function parse(provider: PaymentProvider, message: Message): Notice | null {
  const notice = provider.parse(message);
  return notice === null ? null : inLedger(provider, notice);
}

/** A test payment of a past mode fails verification; a real one waits until its provider is set up again. */
async function verifyMessage(deps: Settling, verify: Verify, message: Message): Promise<Verdict> {
  return requireProvider(deps, message) === null ? 'INVALID' : verify(message);
}

/** Returns null for a test payment of a past mode; throws for a real one while its provider is not set up. */
function requireProvider(deps: Settling, message: Message): PaymentProvider | null {
  const provider = findProvider(deps, message);
  if (provider !== null || message.is_test) return provider;
  throw new Error(`the provider ${message.provider} is not set up (PAYMENT_MODE)`);
}

/** Does everything in one transaction: the money, the file, the notifications, and marking the message as settled. */
async function settleVerified(deps: Settling, message: Message): Promise<number[]> {
  const provider = requireProvider(deps, message);
  const notice = provider && parse(provider, message);
  return deps.db.transaction().execute(async (tx) => {
    // Locked before the row: a payment that arrives meanwhile has to reopen the row of a refund that waits for it.
    const root = notice === null ? null : await findRootTransaction(tx, notice);
    if (root !== null) await lockPayment(tx, root);
    if (!(await lockUnsettled(tx, message.id).executeTakeFirst())) return [];
    const decision: Decision =
      provider === null
        ? { outcome: 'REVIEW', reason: 'test_mode' }
        : notice === null || root === null
          ? { outcome: 'REVIEW', reason: 'unreadable' }
          : await bookNotice(tx, deps, { provider, notice, root, messageId: message.id });
    await tx
      .updateTable('payment_messages')
      .set({
        outcome: decision.outcome,
        reason: decision.reason ?? null,
        settled_at: deps.clock.now(),
        user_id: decision.userId ?? null,
        file_id: decision.paidFileId ?? null,
        ...(notice !== null && {
          transaction_id: notice.transactionId,
          parent_transaction_id: notice.parentId === null ? null : root,
          event: notice.event,
          payment_status: notice.status,
          amount_cents: notice.amountCents,
          currency: notice.currency,
        }),
      })
      .where('id', '=', message.id)
      .execute();
    if (decision.outcome === 'REVIEW') {
      await notifyReviewers(tx, deps, { id: message.id, reference: notice?.transactionId ?? `#${message.id}` });
    }
    const isAwaited = decision.outcome === 'CREDITED' || decision.outcome === 'REVERSED';
    if (!isAwaited || notice === null || root === null) return [];
    const released = await reopenWaiting(tx, [root, notice.transactionId]).execute();
    await sendJobs(tx, 'settle-payment', released);
    return released.map(({ id }) => id);
  });
}
