import { createHash } from 'node:crypto';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { sendJob, sendJobs } from '../../../server/jobs.ts';
import type { PaymentProvider, ReceivedMessage } from './provider.ts';
import { deleteForgeries, reopenWaiting, selectUnsettledIds, upsertMessage } from './payments.queries.ts';

/** The longest message that is accepted; those of providers have about 2 KiB. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

/**
 * Stores a message together with the job that examines it: once this has returned, nothing can get lost. The same bytes
 * received again are only counted.
 */
export async function storeMessage(
  { db }: Pick<Deps, 'db'>,
  provider: PaymentProvider,
  { kind, body, headers }: ReceivedMessage,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const message = await upsertMessage(tx, {
      provider: provider.id,
      kind,
      body,
      headers,
      digest: computeDigest(`${provider.referencePrefix}${kind}`, headers, body),
      is_test: provider.isTest,
    }).executeTakeFirstOrThrow();
    if (message.times_received === 1) await sendJob(tx, 'settle-payment', message.id);
    return message.id;
  });
}

/**
 * Jobs are not part of a backup and are given up eventually, so messages without an outcome are queued again, and so
 * are those that wait for something which may have arrived at the same moment.
 */
export async function resendUnsettled(db: Database): Promise<void> {
  await reopenWaiting(db).execute();
  await sendJobs(db, 'settle-payment', await selectUnsettledIds(db).execute());
}

const FORGERY_RETENTION_MS = 30 * 24 * 3_600_000;

export const removeOldForgeries = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  deleteForgeries(db, new Date(clock.now().getTime() - FORGERY_RETENTION_MS)).execute();

function computeDigest(kind: string, headers: Record<string, string>, body: Buffer): string {
  return createHash('sha256')
    .update(`${kind}\n${JSON.stringify(headers)}\n`)
    .update(body)
    .digest('hex');
}
