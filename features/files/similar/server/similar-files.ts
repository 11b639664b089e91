import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps, Download, Upload } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { FileDetail } from '../../file.ts';
import type { Findings } from '../../findings.ts';
import { LIKENESSES, MAX_OF_A_KIND, type SimilarFile, type SimilarFiles } from '../similar-files.calls.ts';
import { reuseRefusal, reusedName } from '../similar-files.rules.ts';
import type * as contract from '../similar-files.calls.ts';
import { openStored } from '../../server/downloads.ts';
import { getOriginal } from '../../server/files.ts';
import { uploadModified } from '../../review/server/feasibility.ts';
import { compareWithOriginal } from '../../review/server/findings.ts';
import type { Viewer } from '../../../../contract/capabilities.ts';
import { idOfLiving, selectFilesInScope } from '../../server/file-rows.ts';

/** Lists every similar file once, by the closest known likeness. */
export async function listSimilarFiles({ db }: Pick<Deps, 'db'>, actor: Actor, id: number): Promise<SimilarFiles> {
  const compared = await selectCompared(db, actor, id).executeTakeFirst();
  if (!compared) throw notFound();
  const { rows } = await selectSimilar(db, compared);
  const identical = rows.filter(({ likeness }) => likeness === 'IDENTICAL').map((row) => row.id);
  const proved = await listProved(db, identical);
  const seen = new Set<number>();
  const files = LIKENESSES.flatMap((likeness) => {
    const ofKind = rows.filter((row) => row.likeness === likeness && !seen.has(row.id)).slice(0, MAX_OF_A_KIND);
    for (const row of ofKind) seen.add(row.id);
    return ofKind;
  });
  return {
    state: compared.state,
    files: files.map(
      (row) =>
        ({
          ...row,
          can_reuse: row.likeness === 'IDENTICAL' && row.has_modified && !proved.has(row.id),
        }) as SimilarFile,
    ),
  };
}

async function listProved(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await selectProved(db, ids).execute()).map(({ file_id }) => file_id));
}

export async function downloadToCompare(deps: Deps, actor: Actor, id: number): Promise<Download> {
  const original = await getOriginal(deps.db, actor, id);
  const { file_key: key, file_name: fileName, file_sha256: sha256 } = original;
  return openStored(deps, { key, fileName, sha256 });
}

type Pair = { id: number; otherId: number };

/** Returns the findings that attaching the other modified file would have, judged by this file's order. */
export async function checkReuse(deps: Deps, actor: Actor, pair: Pair): Promise<Findings> {
  const { upload } = await receiveReused(deps, actor, pair);
  return compareWithOriginal(deps, actor, { id: pair.id, upload });
}

/**
 * Attaches a copy with the same statement as any modified file, and so with the same comparison, mails, states and
 * audit entries.
 */
export async function reuseModified(
  deps: Deps,
  actor: Actor,
  { confirmed = [], ...pair }: InputOf<typeof contract.reuseModified>,
): Promise<FileDetail> {
  const { upload, copiedFrom } = await receiveReused(deps, actor, pair);
  return uploadModified(deps, actor, { id: pair.id, fileId: undefined, upload, copiedFrom, confirmed });
}

async function getReusable(db: Database, actor: Actor, id: number) {
  const found = await selectReusable(db, actor, id).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/**
 * Copies the other modified file under a storage key of its own, so that each file can be deleted independently.
 * Accepts only the bytes that were recorded.
 */
async function receiveReused(
  deps: Deps,
  actor: Actor,
  { id, otherId }: Pair,
): Promise<{ upload: Upload; copiedFrom: string }> {
  const file = await getReusable(deps.db, actor, id);
  const other = await getReusable(deps.db, actor, otherId);
  const no = file.id === other.id ? notFound() : reuseRefusal(file, other);
  if (no) throw no;
  const { mod_file_key: key, mod_file_name: fileName, mod_file_sha256: sha256 } = other;
  const { stream } = await openStored(deps, { key: key as string, fileName: fileName as string, sha256 });
  const copy = await deps.storage.receive(stream as AsyncIterable<Uint8Array>);
  return { upload: { ...copy, fileName: reusedName(file.file_name) }, copiedFrom: other.file_id };
}

/** Selects the fields by which a file is compared with others; in the actor's scope. */
const selectCompared = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_fingerprints as p', 'p.file_id', 'files.id')
    .select(['files.id', 'files.file_sha256', 'p.state', 'p.content_sha256', 'p.software_number'])
    .where('files.id', '=', fileId);

type Compared = NonNullable<Awaited<ReturnType<ReturnType<typeof selectCompared>['executeTakeFirst']>>>;

const SELECTED = sql`f.id, f.file_id, f.file_name, users.username, ${idOfLiving} as user_id,
  f.solution, f.status, f.created_at, f.mod_file_key is not null as has_modified`;

type Row = {
  id: number;
  file_id: string;
  file_name: string;
  username: string;
  user_id: number | null;
  solution: string;
  status: string;
  created_at: string;
  has_modified: boolean;
  likeness: string;
  bytes_compared: number | null;
  bytes_same: number | null;
};

const NOT_COMPARED = sql`null::bigint as bytes_compared, null::bigint as bytes_same`;

/** Files with a modified file come first, because only those can be reused. */
const IS_USEFUL = sql`(f.mod_file_key is not null)`;

interface Branch {
  likeness: string;
  figures?: RawBuilder<unknown>;
  /** Order in which a kind is cut at its limit; equal ranks by the newest first. */
  rank?: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  limit?: number;
}

const selectOthers = (
  id: number,
  { likeness, figures = NOT_COMPARED, rank = sql`0`, from, limit = MAX_OF_A_KIND }: Branch,
) => sql`
  (select f.id, ${sql.lit(likeness)} as likeness, ${figures}, ${rank}::float8 as rank
     from ${from} and f.deleted_at is null and f.id <> ${id} order by rank desc, f.id desc limit ${limit})`;

/**
 * Selects every file that is similar to this one, each kind with its own limit; a file may appear in several kinds. The
 * displayed columns are read after the union: planning the same two joins in each branch took longer than running it.
 */
const selectSimilar = (db: Database, { id, file_sha256, content_sha256, software_number }: Compared) => {
  const rank = sql`${IS_USEFUL}::int`;
  const printed = sql`file_fingerprints p join files f on f.id = p.file_id`;
  const identical: Branch = { likeness: 'IDENTICAL', rank, from: sql`files f where f.file_sha256 = ${file_sha256}` };
  const sameContent: Branch = {
    likeness: 'SAME_CONTENT',
    rank,
    from: sql`${printed} where p.content_sha256 = ${content_sha256} and f.file_sha256 <> ${file_sha256}`,
  };
  const alike: Branch = {
    likeness: 'ALIKE',
    figures: sql`pair.bytes_compared, pair.bytes_same`,
    rank: sql`(pair.bytes_same::float8 / pair.bytes_compared)`,
    from: sql`(
      select other_id as id, bytes_compared, bytes_same from file_similarities where file_id = ${id}
      union all
      select file_id, bytes_compared, bytes_same from file_similarities where other_id = ${id}) pair
    join files f on f.id = pair.id where true`,
  };
  const sameSoftware: Branch = {
    likeness: 'SAME_SOFTWARE',
    from: sql`${printed} where p.software_number = ${software_number}`,
    limit: MAX_OF_A_KIND * 2,
  };
  const branches = [
    identical,
    ...(content_sha256 === null ? [] : [sameContent, alike]),
    ...(software_number === null ? [] : [sameSoftware]),
  ].map((branch) => selectOthers(id, branch));
  return sql<Row>`
    select ${SELECTED}, found.likeness, found.bytes_compared, found.bytes_same
      from (${sql.join(branches, sql` union all `)}) found
      join files f on f.id = found.id join users on users.id = f.user_id
     order by found.rank desc, f.id desc`.execute(db);
};

/** Selects the modified file of another file, and the data needed to compare both originals. */
const selectReusable = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .select(['files.id', 'files.file_id', 'files.file_name', 'files.file_sha256', 'files.file_size_bytes'])
    .select(['files.mod_file_name', 'files.mod_file_key', 'files.mod_file_sha256'])
    .select(
      sql<boolean>`exists (select from file_history h where h.file_id = files.id and h.file_key = files.mod_file_key
                              and h.proposal_id is not null)`.as('is_proved'),
    )
    .where('files.id', '=', fileId);

/** Selects those of the given files whose modified file has a proof. */
const selectProved = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('file_history as h')
    .innerJoin('files', (join) =>
      join.onRef('files.id', '=', 'h.file_id').onRef('files.mod_file_key', '=', 'h.file_key'),
    )
    .select('h.file_id')
    .where('h.proposal_id', 'is not', null)
    .where('h.file_id', '=', sql<number>`any(${[...ids]}::bigint[])`);
