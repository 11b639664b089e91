import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps, Download, Upload } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { FileDetail } from '../../file.ts';
import type { Findings } from '../../findings.ts';
import { type SimilarFile, type SimilarFiles, LIKENESSES, MAX_OF_A_KIND } from '../similar-files.calls.ts';
import type * as contract from '../similar-files.calls.ts';
import { openStored } from '../../server/downloads.ts';
import { getOriginal } from '../../server/files.ts';
import { uploadModified } from '../../review/server/feasibility.ts';
import { compareWithOriginal } from '../../review/server/findings.ts';
import { reuseRefusal, reusedName } from '../similar-files.rules.ts';
import { selectCompared, selectProved, selectReusable, selectSimilar } from './similar-files.queries.ts';

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
