import { createHash } from 'node:crypto';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { sendJob, sendJobs } from '../../../server/jobs.ts';
import { deleteForgeries, reopenWaiting, selectUnsettledIds, upsertMessage } from './payments.queries.ts';

/** The longest message that is taken; PayPal's have about 2 KiB. */
export const LONGEST_MESSAGE_BYTES = 64 * 1024;

export interface Message {
  kind: 'IPN' | 'WEBHOOK';
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Keeps what came, together with the job that looks into it: when this has answered, nothing is lost any more. The
 * same bytes again are only counted.
 */
export async function keepMessage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { kind, body, headers }: Message,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const message = await upsertMessage(tx, {
      kind,
      body,
      headers,
      digest: digestOf(kind, headers, body),
      is_test: config.paypal?.mode !== 'paypal',
    }).executeTakeFirstOrThrow();
    if (message.times_received === 1) await sendJob(tx, 'settle-payment', message.id);
    return message.id;
  });
}

/**
 * Jobs are no part of a backup, and are given up one day: what nothing has become of is put in line again, and so is
 * what waits for something that may have come at the same moment.
 */
export async function resendUnsettled(db: Database): Promise<void> {
  await reopenWaiting(db).execute();
  await sendJobs(db, 'settle-payment', await selectUnsettledIds(db).execute());
}

const FORGERY_RETENTION_MS = 30 * 24 * 3_600_000;

export const removeOldForgeries = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  deleteForgeries(db, new Date(clock.now().getTime() - FORGERY_RETENTION_MS)).execute();

function digestOf(kind: string, headers: Record<string, string>, body: Buffer): string {
  return createHash('sha256')
    .update(`${kind}\n${JSON.stringify(headers)}\n`)
    .update(body)
    .digest('hex');
}
