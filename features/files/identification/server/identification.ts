import type { Database } from '../../../../server/database/connect.ts';
import { toStoredObject } from '../../analysis/server/ecu-work.ts';
import { LIBRARY_VERSION } from '../../analysis/server/library-version.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { sendJob, sendJobs } from '../../../../server/jobs.ts';
import { BytesMissing } from '../../../../server/storage/read-bytes.ts';
import type { FileIdentification, Identification } from '../identification.calls.ts';
import { identificationOf } from '../identification.rules.ts';
import { selectFilesInScope } from '../../server/file-work.ts';

type WorkerDeps = Pick<Deps, 'db' | 'clock' | 'ecu' | 'log'>;

export async function getIdentification(db: Database, actor: Actor, fileId: number): Promise<FileIdentification> {
  const found = await selectIdentification(db, actor, fileId).executeTakeFirst();
  if (!found) throw notFound();
  return { ...found, result: found.result as Identification | null };
}

/** Priority of a file that was just sent: ahead of everything that has waited longer. */
const NEW_FIRST = 10;

/** Queues the job in the transaction of the upload, which also writes the row that waits for its identification. */
export const queueNewFile = (tx: Database, fileId: number) =>
  sendJob(tx, 'identify-file', fileId, { priority: NEW_FIRST });

/** Files that predate identification, and those given up on: one every three seconds, until the next hourly run. */
const SECONDS_BETWEEN = 3;
const HOUR_SECONDS = 3600;

export async function queueWaitingFiles({ db }: Pick<Deps, 'db'>): Promise<number> {
  const rows = await selectWaitingIds(db, HOUR_SECONDS / SECONDS_BETWEEN).execute();
  const jobs = rows.map(({ file_id }, index) => ({ id: file_id, afterSeconds: index * SECONDS_BETWEEN }));
  await sendJobs(db, 'identify-file', jobs);
  return jobs.length;
}

type Ending = { result: Identification } | { failure: NonNullable<FileIdentification['failure']> };

/** The job, which runs once for each file. When it throws, it is retried. */
export async function identifyFile(deps: WorkerDeps, fileId: number): Promise<void> {
  const file = await selectWaiting(deps.db, fileId).executeTakeFirst();
  if (!file) return;
  const ending = await readOriginal(deps, { ...file, fileId });
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
}

/** The portal is not a user, but takes its turn among them under this id. */
const PORTAL = 0;

async function readOriginal(
  { ecu, log }: WorkerDeps,
  { fileId, file_key, sha256 }: { fileId: number; file_key: string; sha256: string },
): Promise<Ending> {
  const read = await ecu
    .run('summarise', { bytes: toStoredObject(file_key) }, { user: PORTAL })
    .catch((error: unknown) => {
      if (error instanceof BytesMissing) return { outcome: 'missing' as const };
      throw error;
    });
  if (read.outcome === 'missing') return { failure: 'MISSING' };
  if (read.outcome === 'too slow') return { failure: 'TOO_SLOW' };
  if (read.outcome === 'too much memory') return { failure: 'TOO_MUCH_MEMORY' };
  if (read.outcome === 'failed') {
    log.error({ file: fileId, reason: read.reason }, 'the original of a file could not be read');
    return { failure: 'FAILED' };
  }
  if (read.outcome !== 'done') throw new Error(`file ${fileId} is read later: ${read.outcome}`);
  return read.result.sha256 === sha256 ? { result: identificationOf(read.result.summary) } : { failure: 'ALTERED' };
}

const selectIdentification = (db: Database, actor: Pick<Actor, 'id' | 'role'>, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_identifications as i', 'i.file_id', 'files.id')
    .select(['i.state', 'i.sha256', 'i.library_version', 'i.failure', 'i.finished_at', 'i.result'])
    .where('files.id', '=', fileId);

/** Files that wait for their identification and are not deleted. */
const selectAllWaiting = (db: Database) =>
  db
    .selectFrom('file_identifications as i')
    .innerJoin('files', 'files.id', 'i.file_id')
    .where('i.state', '=', 'WAITING')
    .where('files.deleted_at', 'is', null);

const selectWaiting = (db: Database, fileId: number) =>
  selectAllWaiting(db).select(['files.file_key', 'i.sha256']).where('i.file_id', '=', fileId);

/** Newest first, because those are the ones people look at. */
const selectWaitingIds = (db: Database, limit: number) =>
  selectAllWaiting(db).select('i.file_id').orderBy('i.file_id', 'desc').limit(limit);
