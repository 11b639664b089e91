import { sql } from 'kysely';
import { toStoredObject } from '../../analysis/server/ecu-work.ts';
import type { FileFingerprint } from '../../analysis/server/read-upload.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { BytesMissing } from '../../../../server/storage/read-bytes.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { normalizeNumber } from '../../server/find-files.ts';
import { MAX_COMPARED, MAX_OF_A_KIND, MIN_LIKENESS } from '../similar-files.calls.ts';

type WorkerDeps = Pick<Deps, 'db' | 'ecu' | 'log'>;

/**
 * Stores what identifies a file when it is seen again, once, and finds the originals closest to it. Null: it can never be
 * read.
 */
export async function storeFingerprint(
  deps: WorkerDeps,
  { fileId, key }: { fileId: number; key: string },
  found: FileFingerprint | null,
): Promise<void> {
  if (found === null) return finish(deps.db, fileId, { state: 'FAILED' });
  // The fingerprint is stored before the comparison: of two files at once, the later one finds the earlier one.
  await finish(deps.db, fileId, {
    content_sha256: Buffer.from(found.contentSha256, 'hex'),
    print: found.print,
    software_number: found.softwareNumber,
    numbers: textOf(found.numbers),
  });
  if (found.print !== null) await compareWithClosest(deps, { fileId, key });
  await finish(deps.db, fileId, { state: 'DONE' });
}

/** Maximum length of the stored numbers: a file that contains hundreds of them identifies nothing. */
const MAX_NUMBERS_LENGTH = 1000;

const textOf = (numbers: readonly string[]) =>
  [...new Set(numbers.map(normalizeNumber))].filter(Boolean).join(' ').slice(0, MAX_NUMBERS_LENGTH);

type Columns = {
  state?: 'DONE' | 'FAILED';
  content_sha256?: Uint8Array;
  print?: string | null;
  software_number?: string | null;
  numbers?: string;
};

async function finish(db: Database, fileId: number, columns: Columns): Promise<void> {
  await db
    .updateTable('file_fingerprints')
    .set(columns)
    .where('file_id', '=', fileId)
    .where('state', '=', 'WAITING')
    .execute();
}

/** The portal is not a user, but takes its turn among them under this id. */
const PORTAL = 0;

/** Lists the originals to compare with this one, the likeliest first. */
const listClosest = async (db: Database, fileId: number) => (await selectClosest(db, fileId)).rows;

async function compareWithClosest(deps: WorkerDeps, { fileId, key }: { fileId: number; key: string }): Promise<void> {
  const found: { other_id: number; bytes_compared: number; bytes_same: number }[] = [];
  for (const other of await listClosest(deps.db, fileId)) {
    const request = { one: toStoredObject(key), other: toStoredObject(other.file_key) };
    const compared = await withBytes(() => deps.ecu.run('compareContents', request, { user: PORTAL }));
    const alike = unwrapResult(deps, fileId, compared);
    if (alike === null || alike.bytesSame < alike.bytesCompared * MIN_LIKENESS) continue;
    found.push({ other_id: other.id, bytes_compared: alike.bytesCompared, bytes_same: alike.bytesSame });
  }
  const closest = found
    .toSorted((one, other) => other.bytes_same / other.bytes_compared - one.bytes_same / one.bytes_compared)
    .slice(0, MAX_OF_A_KIND);
  if (closest.length === 0) return;
  await deps.db
    .insertInto('file_similarities')
    .values(closest.map((pair) => ({ file_id: fileId, ...pair })))
    .onConflict((conflict) => conflict.columns(['file_id', 'other_id']).doNothing())
    .execute();
}

const withBytes = <Outcome>(run: () => Promise<Outcome>): Promise<Outcome | { outcome: 'missing' }> =>
  run().catch((error: unknown) => {
    if (error instanceof BytesMissing) return { outcome: 'missing' as const };
    throw error;
  });

type Ran<Result> = { outcome: 'done'; result: Result } | { outcome: string; reason?: string };

/** Returns null when these bytes will never have a result; throws when a later attempt may succeed. */
function unwrapResult<Result>({ log }: WorkerDeps, fileId: number, ran: Ran<Result>): Result | null {
  if (ran.outcome === 'done') return (ran as { result: Result }).result;
  if (ran.outcome === 'failed') {
    log.error({ file: fileId, reason: (ran as { reason?: string }).reason }, 'an original could not be compared');
    return null;
  }
  if (['missing', 'too slow', 'too much memory'].includes(ran.outcome)) return null;
  throw new Error(`file ${fileId} is compared later: ${ran.outcome}`);
}

/** Maximum of differing bits out of 512; unrelated files differ in 256, with a deviation of 11. */
const MAX_DIFFERING = 208;

/** Copies of one original count as one candidate. */
const MAX_COPIES = 8;

/**
 * Selects the originals whose fingerprints differ least from this file's, each content once. All fingerprints are
 * compared, at 64 bytes a file, without an index that a group of a thousand similar files could slow down
 * (docs/decisions/030-similar-files.md).
 */
const selectClosest = (db: Database, fileId: number) =>
  sql<{ id: number; file_key: string; differing: number }>`
    select id, file_key, differing from (
      select distinct on (p.content_sha256) f.id, f.file_key, closest.differing
        from (select file_id, differing from (
                select p.file_id,
                       bit_count(p.print # (select print from file_fingerprints where file_id = ${fileId}))::int as differing
                  from file_fingerprints p where p.print is not null and p.file_id <> ${fileId}) every
               where differing <= ${MAX_DIFFERING}
               order by differing limit ${MAX_COMPARED * MAX_COPIES}) closest
        join file_fingerprints p on p.file_id = closest.file_id
        join files f on f.id = closest.file_id
       where f.deleted_at is null
         and p.content_sha256 <> (select content_sha256 from file_fingerprints where file_id = ${fileId})
       order by p.content_sha256, f.id desc) one
     order by differing, id desc limit ${MAX_COMPARED}`.execute(db);
