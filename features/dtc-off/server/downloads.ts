import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { getPersonId, type Actor, type Deps, type Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { readBytes } from '../../../server/storage/read-bytes.ts';
import { readAccountTexts } from '../../../server/texts.ts';
import type { Proof, ProofStatement } from '../proof.calls.ts';
import { selectGeneration, selectProof } from './generations.queries.ts';
import { printProof } from './proof-page.ts';
import { getSession } from './sessions.ts';

/** Downloads the file of a session as it was uploaded. */
export async function downloadSessionFile(deps: Deps, actor: Actor, handle: string): Promise<Download> {
  const { file_key, file_name } = await getSession(deps, actor, handle);
  return toDownload(await readBytes(deps.storage, file_key), file_name);
}

/** Downloads the customer's file with the proved changes; never sends a byte that differs from what was proved. */
export async function downloadGenerated({ db, storage }: Deps, actor: Actor, id: number): Promise<Download> {
  const found = await selectGeneration(db, actor, id).executeTakeFirst();
  if (!found?.file_key) throw notFound();
  const bytes = await makeProvedBytes(storage, { ...found, file_key: found.file_key });
  return { ...toDownload(bytes, found.file_name), headers: { 'x-generation-id': String(found.id) } };
}

/** Returns the stored original with the changes of a proof applied. */
export async function makeProvedBytes(
  storage: Deps['storage'],
  { file_key, file_sha256, proof }: { file_key: string; file_sha256: string; proof: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { statement } = JSON.parse(proof) as Proof;
  const bytes = await readBytes(storage, file_key);
  writeChanges(bytes, statement.file_changes);
  if ((await hashInPieces(bytes)) !== file_sha256) {
    throw new Error(`proof ${statement.reference}: the file is not what was proved`);
  }
  return bytes;
}

function writeChanges(bytes: Uint8Array, changes: ProofStatement['file_changes']): void {
  for (const { at, after } of changes) bytes.set(Buffer.from(after, 'hex'), at);
}

const PIECE_BYTES = 1024 * 1024;

/** Hashed in chunks, because hashing 20 MB at once would block everyone for a moment. */
async function hashInPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (const piece of splitPieces(bytes)) {
    hash.update(piece);
    await setImmediate();
  }
  return hash.digest('hex');
}

function* splitPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

export const toDownload = (bytes: Uint8Array, fileName: string): Download => ({
  stream: Readable.from(splitPieces(bytes)),
  sizeBytes: bytes.length,
  fileName,
});

type Proved = { file_name: string; proof: string };

export async function downloadProof({ db }: Deps, actor: Actor, id: number): Promise<Download> {
  const found = await selectProof(db, actor, id).executeTakeFirst();
  if (!found) throw notFound();
  return proofDownload(found);
}

export const proofDownload = (found: Proved): Download =>
  toDownload(Buffer.from(found.proof, 'utf8'), `${found.file_name}.proof.json`);

export async function downloadProofPage(deps: Deps, actor: Actor, id: number): Promise<Download> {
  const found = await selectProof(deps.db, actor, id).executeTakeFirst();
  if (!found) throw notFound();
  return proofPageDownload(deps, actor, found);
}

export async function proofPageDownload({ db, proofKey }: Deps, actor: Actor, found: Proved): Promise<Download> {
  const page = printProof(
    JSON.parse(found.proof) as Proof,
    proofKey.fingerprint,
    await readAccountTexts(db, getPersonId(actor)),
  );
  return toDownload(Buffer.from(page, 'utf8'), `${found.file_name}.proof.html`);
}
