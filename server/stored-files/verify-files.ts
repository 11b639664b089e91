import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { renewLease, RENEWAL_MS, saveProgress, type Counts, type FileCheck, type FoundFault } from './check-runs.ts';
import { listReferences, type StoredReference } from './references.ts';
import { verifyObject, type Pace } from './verify-object.ts';

const PAGE = 500;

/** Progress is saved this often: an interrupted check repeats at most this much. */
const SAVE_EVERY_MS = 2_000;

export interface VerifyOptions {
  db: Kysely<Schema>;
  storage: Pick<Storage, 'read'>;
  /** Returns those of these keys that a row references at this moment. */
  findReferenced: (keys: string[]) => Promise<Set<string>>;
  pace: Pace;
  now: () => Date;
  onFault?: (fault: FoundFault) => void;
  onProgress?: (counts: Counts) => void;
}

/**
 * Compares every stored file that a row references with the row, continuing where the check has got to. Null: another
 * process has taken the check over, or begun another one.
 */
export async function verifyFiles(options: VerifyOptions, check: FileCheck): Promise<FileCheck | null> {
  const lease = check.lease ?? '';
  const renewing = setInterval(() => {
    // If the lease was lost, that shows when the progress is saved.
    renewLease({ db: options.db, id: check.id, lease }).catch(() => undefined);
  }, RENEWAL_MS);
  renewing.unref();
  try {
    return await verifyFrom(options, check, lease);
  } finally {
    clearInterval(renewing);
  }
}

async function verifyFrom(options: VerifyOptions, check: FileCheck, lease: string): Promise<FileCheck | null> {
  const { db, now } = options;
  const { checked, missing, damaged, unverifiable, read_bytes } = check;
  const progress = {
    id: check.id,
    lease,
    position: check.position,
    faults: [] as FoundFault[],
    counts: { checked, missing, damaged, unverifiable, read_bytes },
  };
  const save = async (finishedAt: Date | null = null) => {
    const isOurs = await saveProgress(db, progress, finishedAt);
    progress.faults = [];
    options.onProgress?.(progress.counts);
    return isOurs;
  };
  let savedAt = performance.now();
  for (;;) {
    const page = await listReferences(db, { after: progress.position, limit: PAGE });
    for (const reference of page) {
      await verifyOne(options, reference, progress);
      progress.position = reference.key;
      if (performance.now() - savedAt < SAVE_EVERY_MS) continue;
      if (!(await save())) return null;
      savedAt = performance.now();
    }
    if (page.length < PAGE) break;
  }
  const finished_at = now();
  return (await save(finished_at))
    ? { ...check, ...progress.counts, position: progress.position, finished_at: finished_at.toISOString() }
    : null;
}

async function verifyOne(
  { storage, pace, findReferenced, onFault }: VerifyOptions,
  reference: StoredReference,
  { counts, faults }: { counts: Counts; faults: FoundFault[] },
): Promise<void> {
  const fault = await verifyObject(storage, reference, async (bytes) => {
    counts.read_bytes += bytes;
    await pace(bytes);
  });
  // It was removed together with its row since the page was read.
  if (fault === 'MISSING' && !(await findReferenced([reference.key])).has(reference.key)) return;
  counts.checked += 1;
  if (fault === null) {
    if (reference.sha256 === null) counts.unverifiable += 1;
    return;
  }
  if (fault === 'MISSING') counts.missing += 1;
  else counts.damaged += 1;
  faults.push({ ...reference, fault });
  onFault?.({ ...reference, fault });
}
