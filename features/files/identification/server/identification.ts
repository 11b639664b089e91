import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { toStoredObject } from '../../analysis/server/ecu-work.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { sendJobs } from '../../../../server/jobs.ts';
import { BytesMissing } from '../../../../server/storage/read-bytes.ts';
import type { FileIdentification, Identification } from '../identification.calls.ts';
import { identificationOf } from '../identification.rules.ts';
import { selectFilesInScope } from '../../server/file-rows.ts';
import { storeFingerprint } from '../../similar/server/fingerprints.ts';
import type { FileFingerprint } from '../../analysis/server/read-upload.ts';
import { awaitEndOfUploads } from '../../../../server/http/upload.ts';
import type { Viewer } from '../../../../contract/capabilities.ts';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../../ecu/package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of the ECU library, stored with every result. */
const LIBRARY_VERSION = version;

type WorkerDeps = Pick<Deps, 'db' | 'clock' | 'ecu' | 'log'>;

export async function getIdentification(db: Database, actor: Actor, fileId: number): Promise<FileIdentification> {
  const found = await selectIdentification(db, actor, fileId).executeTakeFirst();
  if (!found) throw notFound();
  return { ...found, result: found.result as Identification | null };
}

/** Files that predate what is read today, and those given up on: one every three seconds, until the next hourly run. */
const SECONDS_BETWEEN = 3;
const HOUR_SECONDS = 3600;

export async function queueWaitingFiles({ db }: Pick<Deps, 'db'>): Promise<number> {
  const rows = await selectWaitingIds(db, HOUR_SECONDS / SECONDS_BETWEEN).execute();
  const jobs = rows.map(({ id }, index) => ({ id, afterSeconds: index * SECONDS_BETWEEN }));
  await sendJobs(db, 'identify-file', jobs);
  return jobs.length;
}

type Ending = { result: Identification } | { failure: NonNullable<FileIdentification['failure']> };

/** What was read in a file; null: it can never be compared with others. */
interface Found {
  ending: Ending;
  fingerprint: FileFingerprint | null;
}

/**
 * The job, which runs once for each file: its bytes are read once, for what it is and for what it is like. When it
 * throws, it is retried.
 */
export async function identifyFile(deps: WorkerDeps, fileId: number): Promise<void> {
  const file = await selectWaiting(deps.db, fileId).executeTakeFirst();
  if (!file) return;
  await awaitEndOfUploads();
  const { ending, fingerprint } = await readOriginal(deps, { ...file, fileId });
  await deps.db
    .updateTable('file_identifications')
    .set({
      ...('result' in ending
        ? { state: 'DONE', result: JSON.stringify(ending.result) }
        : { state: 'FAILED', failure: ending.failure }),
      library_version: LIBRARY_VERSION,
      finished_at: deps.clock.now(),
    })
    .where('file_id', '=', fileId)
    .where('state', '=', 'WAITING')
    .execute();
  if (file.isPrinted) return;
  await storeFingerprint(deps, { fileId, key: file.file_key }, fingerprint);
}

/** The portal is not a user, but takes its turn among them under this id. */
const PORTAL = 0;

async function readOriginal(
  { ecu, log }: WorkerDeps,
  { fileId, file_key, sha256 }: { fileId: number; file_key: string; sha256: string },
): Promise<Found> {
  const failed = (failure: NonNullable<FileIdentification['failure']>) => ({ ending: { failure }, fingerprint: null });
  const read = await ecu
    .run('readUpload', { bytes: toStoredObject(file_key) }, { user: PORTAL })
    .catch((error: unknown) => {
      if (error instanceof BytesMissing) return { outcome: 'missing' as const };
      throw error;
    });
  if (read.outcome === 'missing') return failed('MISSING');
  if (read.outcome === 'too slow') return failed('TOO_SLOW');
  if (read.outcome === 'too much memory') return failed('TOO_MUCH_MEMORY');
  if (read.outcome === 'failed') {
    log.error({ file: fileId, reason: read.reason }, 'the original of a file could not be read');
    return failed('FAILED');
  }
  if (read.outcome !== 'done') throw new Error(`file ${fileId} is read later: ${read.outcome}`);
  const { summary, fingerprint, sha256: sha256OfRead } = read.result;
  // Nothing is recorded about bytes that are not those of the upload.
  if (sha256OfRead !== sha256) return failed('ALTERED');
  return { ending: { result: identificationOf(summary) }, fingerprint };
}

const selectIdentification = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_identifications as i', 'i.file_id', 'files.id')
    .select(['i.state', 'i.sha256', 'i.library_version', 'i.failure', 'i.finished_at', 'i.result'])
    .where('files.id', '=', fileId);

/** Files of which something is still to be read, and which are not deleted. */
const selectAllWaiting = (db: Database) =>
  db
    .selectFrom('files')
    .innerJoin('file_identifications as i', 'i.file_id', 'files.id')
    .innerJoin('file_fingerprints as p', 'p.file_id', 'files.id')
    .where('files.deleted_at', 'is', null);

const selectWaiting = (db: Database, fileId: number) =>
  selectAllWaiting(db)
    .select(['files.file_key', 'i.sha256', sql<boolean>`p.state <> 'WAITING'`.as('isPrinted')])
    .where('files.id', '=', fileId)
    .where((eb) => eb.or([eb('i.state', '=', 'WAITING'), eb('p.state', '=', 'WAITING')]));

/** Newest first, because those are the ones people look at. */
const selectWaitingIds = (db: Database, limit: number) =>
  selectAllWaiting(db)
    .select('files.id')
    .where(
      'files.id',
      'in',
      db
        .selectFrom('file_identifications')
        .select('file_id')
        .where('state', '=', 'WAITING')
        .union(db.selectFrom('file_fingerprints').select('file_id').where('state', '=', 'WAITING')),
    )
    .orderBy('files.id', 'desc')
    .limit(limit);
