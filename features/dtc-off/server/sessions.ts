import { MAX_LIST_ROWS } from '../../../contract/endpoint.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ChecksumRepair, FileAnalysis } from '../../files/analysis/server/analyse-file.ts';
import { toStoredObject } from '../../files/analysis/server/ecu-work.ts';
import { isArchive } from '../../files/analysis/server/archive-entries.ts';
import type { Outcome } from '../../../server/threads/thread-pool.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { HttpProblem, notFound } from '../../../server/http/replies.ts';
import { cleanFileName } from '../../../server/http/upload.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Sentence } from '../../../contract/texts.ts';
import { countUpload } from '../../files/upload-limit/server/upload-limit.ts';
import type { AiSession, AiUpload, Reading } from '../dtc-session.ts';
import { tooBusy, tooMuch } from '../dtc-off.rules.ts';
import { toEcuInfo, namesOf } from './ecu-info.ts';
import { listGenerationsOfSessions } from './generations.queries.ts';
import { matchModel } from './match-model.ts';
import {
  deleteUnpaid,
  lockOwner,
  selectNamedKeys,
  selectSessionByHandle,
  selectSessionIdOfBytes,
  selectSessionOfBytes,
  selectSessions,
  selectUnpaidBeyond,
} from './sessions.queries.ts';
import { sql } from 'kysely';

/** docs/rules.md, section 5. */
export const SESSION_MS = 24 * 3_600_000;

/** Unpaid sessions per customer; the bytes of older ones are not worth the space. */
const MAX_UNPAID = 20;

/** The facts that every response about a session is made of. */
type SessionFacts = Awaited<ReturnType<ReturnType<typeof selectSessions>['execute']>>[number];

/**
 * Accepts a file for DTC OFF. The same bytes join a session that is still open, so that they are paid for once; any
 * other file is analysed in a thread and becomes a session with the result.
 */
export async function uploadToAi(deps: Deps, actor: Actor, upload: Upload): Promise<AiUpload> {
  const { db, clock, storage } = deps;
  const known = await db.transaction().execute((tx) => joinSession(tx, actor, clock.now(), upload));
  if (known) {
    await storage.discard(upload.key);
    return uploadOf(known);
  }
  await storage.keep(upload);
  const request = { bytes: toStoredObject(upload.key) };
  const analysis = requireDone(deps, await deps.ecu.run('analyse', request, { user: actor.id }));
  if (isArchive(analysis.fileType)) {
    const unpacked = await unpack(deps, actor, upload);
    // Only an entry that is no archive itself is unpacked, so nothing is opened a second time.
    if (unpacked !== null) return uploadToAi(deps, actor, unpacked);
  }
  const { session, forgotten } = await openSession(deps, actor, upload, analysis);
  for (const key of forgotten) await storage.discard(key);
  return uploadOf(session);
}

/** Finds the session of the same bytes. It goes on under the name of this upload, read as the bytes themselves. */
async function joinSession(db: Database, actor: Actor, now: Date, { sha256, fileName }: Upload) {
  const joined = await db
    .updateTable('ai_sessions')
    .set({ file_name: fileName, chosen: null })
    .where('id', 'in', selectSessionIdOfBytes(db, actor, now, sha256))
    .returning('id')
    .executeTakeFirst();
  return joined && selectSessionOfBytes(db, actor, now, sha256).executeTakeFirst();
}

/** Replaces an archive by the one control unit in it; null where there is none, or more than one. */
async function unpack(deps: Deps, actor: Actor, upload: Upload): Promise<Upload | null> {
  const { storage } = deps;
  const request = { bytes: toStoredObject(upload.key) };
  const zip = requireDone(deps, await deps.ecu.run('openZip', request, { user: actor.id }));
  if (zip.outcome !== 'opened') return null;
  const received = await storage.receive(Readable.from([zip.bytes]));
  await storage.discard(upload.key);
  return { ...received, fileName: cleanFileName(zip.name) };
}

async function openSession(deps: Deps, actor: Actor, upload: Upload, analysis: FileAnalysis) {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, actor).execute();
    const known = await joinSession(tx, actor, clock.now(), upload);
    // The other upload was quicker, so the bytes of this one are discarded.
    if (known) return { session: known, forgotten: [upload.key] };
    await tx
      .insertInto('ai_sessions')
      .values({
        handle: randomBytes(16).toString('hex'),
        user_id: actor.id,
        file_name: upload.fileName,
        file_key: upload.key,
        file_size_bytes: upload.sizeBytes,
        file_sha256: upload.sha256,
        analysis: JSON.stringify(analysis),
        expires_at: new Date(clock.now().getTime() + SESSION_MS),
      })
      .execute();
    await noteUse(tx, 'UPLOADED');
    await countUpload(tx, deps, actor, upload);
    const session = await selectSessionOfBytes(tx, actor, clock.now(), upload.sha256).executeTakeFirstOrThrow();
    const crowded = await deleteUnpaid(tx)
      .where('id', 'in', selectUnpaidBeyond(tx, actor, MAX_UNPAID, session.id))
      .execute();
    return { session, forgotten: crowded.map(({ file_key }) => file_key) };
  });
}

const unavailable = () => new HttpProblem(503, 'errors.unavailable', 5);

/** Returns the result of a thread; refuses when the file needs too much, and throws when the fault is ours. */
export function requireDone<Result>({ log }: Pick<Deps, 'log'>, outcome: Outcome<Result>): Result {
  switch (outcome.outcome) {
    case 'done':
      return outcome.result;
    case 'too busy':
      throw tooBusy();
    case 'too slow':
    case 'too much memory':
      log.warn({ outcome: outcome.outcome }, 'a file overstepped its bounds');
      throw tooMuch();
    case 'failed':
      if (!outcome.haveWorkersEnded) throw new Error(`the ECU library failed: ${outcome.reason}`);
      log.error({ reason: outcome.reason }, 'work on a file was given up');
      throw unavailable();
    default:
      throw unavailable();
  }
}

/** The name by which a session is identified: the file's name, followed by the handle. */
const nameOf = ({ file_name, handle }: Pick<SessionFacts, 'file_name' | 'handle'>) => `${file_name}.${handle}`;

const HANDLE = /(?:^|\.)([0-9a-f]{32})$/;

/**
 * Returns a session of the caller by the name that the upload returned; throws "not found" for another customer's
 * session and for an expired one.
 */
export async function getSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, fileName: string) {
  const handle = HANDLE.exec(fileName)?.[1];
  const found =
    handle === undefined ? undefined : await selectSessionByHandle(db, actor, clock.now(), handle).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

export type FullSession = Awaited<ReturnType<typeof getSession>>;

/** Returns the correction of wrong checksums to do first; null: it is not requested, or the file needs none. */
export const chooseRepair = (
  { analysis }: Pick<SessionFacts, 'analysis'>,
  { repair_checksums }: { repair_checksums?: boolean | undefined },
): ChecksumRepair | null => (repair_checksums === true ? (analysis.repair ?? null) : null);

/** An analysis that was stored before sentences had codes contains them in English. */
const parseStoredSentence = (text: Sentence | string): Sentence =>
  typeof text === 'string' ? { code: null, values: {}, message: text } : text;

/** Returns what is known before any money moves. */
export const checkEligibility = (
  { analysis, charged_at, expires_at }: Pick<SessionFacts, 'analysis' | 'charged_at' | 'expires_at'>,
  repair: ChecksumRepair | null = null,
) => ({
  canGenerate: analysis.obstacle === null || repair !== null,
  reason: repair === null && analysis.obstacle !== null ? parseStoredSentence(analysis.obstacle) : null,
  warnings: (repair ?? analysis).warnings.map(parseStoredSentence),
  wrongChecksums: analysis.repair?.checksums ?? [],
  charged: charged_at !== null,
  expiresAt: expires_at,
});

export const uploadOf = (session: SessionFacts): AiUpload => ({
  fileName: nameOf(session),
  fileident: session.analysis.fileType,
  ecuinfo: {
    ...toEcuInfo(session.analysis, session.file_size_bytes),
    ...(session.chosen === null ? {} : namesOf(session.chosen.model)),
  },
  originalName: session.file_name,
  sha256: session.file_sha256,
  reading: readingOf(session),
  ...checkEligibility(session),
});

function readingOf({ chosen, analysis, recognised: { family, facts } }: SessionFacts): Reading | null {
  if (chosen === null) return null;
  const { man, ecuman, model } = chosen.model;
  const { points, evidence } = chosen;
  const recognised =
    family === null
      ? null
      : { name: `${family.maker} ${facts.model?.value ?? family.models.join(' / ')}`, evidence: family.evidence };
  return { man, ecuman, model, ...matchModel(chosen, analysis, { family, facts }), points, evidence, recognised };
}

/** Lists the sessions that can be continued, newest first. */
export async function listSessions({ db, clock }: Deps, actor: Actor): Promise<AiSession[]> {
  const sessions = await selectSessions(db, actor, clock.now()).limit(MAX_LIST_ROWS).execute();
  const generations = await listGenerationsOfSessions(
    db,
    sessions.map(({ id }) => id),
  );
  return sessions.map((session) => ({
    ...uploadOf(session),
    createdAt: session.created_at,
    declaredUse: session.declared_use,
    generations: generations
      .filter(({ session_id }) => session_id === session.id)
      .map(({ session_id: _of, ...generation }) => generation),
  }));
}

/** Job that removes unpaid sessions once they expire. Paid files stay: generated files are made from their bytes. */
export async function forgetOldSessions({
  db,
  storage,
  clock,
}: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<number> {
  const unpaid = await deleteUnpaid(db).where('expires_at', '<=', clock.now().toISOString()).execute();
  for (const { file_key } of unpaid) await storage.discard(file_key);
  return unpaid.length;
}

export const isSessionKey = async ({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> =>
  new Set((await selectNamedKeys(db, keys).execute()).map(({ file_key }) => file_key));

/**
 * Notes for the reports what DTC OFF was used for. Every upload, payment and made file calls this in its transaction:
 * sessions that were never paid are removed after a day, and were a use all the same.
 */
export const noteUse = (tx: Database, kind: 'UPLOADED' | 'PAID' | 'FREE' | 'GENERATED', usedAt?: Date) =>
  tx
    .insertInto('dtc_off_uses')
    .values({ kind, used_at: usedAt ?? sql`now()` })
    .execute();
