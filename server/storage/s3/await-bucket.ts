import { setTimeout as sleep } from 'node:timers/promises';
import type { Bucket } from './bucket.ts';
import { reasonOf } from './connection.ts';
import { OWNER_MARK } from './owner-mark.ts';
import { nameBucket, type S3Place } from './place.ts';

/** How long to wait for a server that starts together with the portal. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;

const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket: make it, or mend STORAGE_URL.',
  InvalidAccessKeyId: 'Its server does not know AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is not the one of AWS_ACCESS_KEY_ID.',
  AccessDenied: 'These keys may not read there.',
};

/** Waits for a bucket. Throws a sentence if it refuses us, or if nothing responds for it in time. */
export async function awaitBucket(bucket: Bucket, place: S3Place, timeoutMs = TIMEOUT_MS): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const error = await bucket
      .listFolders('')
      .then(() => bucket.getText(OWNER_MARK))
      .then(() => null)
      .catch((thrown: Error) => thrown);
    if (error === null) return;
    const reason = reasonOf(error);
    const isOver = performance.now() - startedAt >= timeoutMs;
    if (reason === null && !isOver) {
      await sleep(PAUSE_MS);
      continue;
    }
    const remedy = reason === null ? 'Nothing responds there.' : (REMEDIES[reason] ?? '');
    throw new Error(`The storage ${nameBucket(place)} cannot be used (${reason ?? error.message}). ${remedy}`.trim());
  }
}
