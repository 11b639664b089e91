import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import type { Housekeeper } from '../../server/database/housekeeper.ts';
import type { Deps } from '../../server/http/call.ts';
import { isNightHour } from '../../server/due-today.ts';
import {
  type FileCheck,
  beginCheck,
  claimCheck,
  findLastCheck,
  listFaults,
} from '../../server/stored-files/check-runs.ts';
import { createPace } from '../../server/stored-files/verify-object.ts';
import { type VerifyOptions, verifyFiles } from '../../server/stored-files/verify-files.ts';
import { startHousekeeperWork } from './housekeeper-work.ts';
import { isNamedKey as isNamedByFile } from '../../features/files/server/files.ts';
import { isFurtherKey } from '../../features/files/further/server/further-files.ts';
import { isShownKey } from '../../features/catalogue/media/server/media.ts';
import { isSessionKey } from '../../features/dtc-off/server/sessions.ts';
import { isAttachedKey } from '../../features/tickets/server/tickets.ts';
import type { Schema } from '../../server/database/schema.ts';
import { findRemoved } from '../../server/stored-files/removed-bytes.ts';

const HOUR_MS = 3_600_000;

/** At night a check is due when the last one began this many hours ago. */
const HOURS_BETWEEN_NIGHTS = 18;
/** A portal that is off at night is checked by day. */
const MAX_HOURS_BETWEEN = 26;

/** At most this many are named in the notice; `npm run admin files:verify` lists all of them. */
const MAX_ITEMS = 100;

type CheckDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'log'>;
type Options = Pick<VerifyOptions, 'pace' | 'onFault' | 'onProgress'>;

/** Runs a check to its end and reports its result to administrators. Null: another process continues it. */
export async function checkFiles(
  { db, storage, clock, log }: Omit<CheckDeps, 'config'>,
  begun: FileCheck,
  options: Options,
): Promise<FileCheck | null> {
  const findReferenced = (keys: string[]) => findReferencedKeys(db, keys);
  const check = await verifyFiles({ db, storage, findReferenced, now: () => clock.now(), ...options }, begun);
  if (check === null) return null;
  const { checked, missing, damaged, unverifiable, read_bytes } = check;
  const counts = { checked, missing, damaged, unverifiable, read_bytes };
  if (missing + damaged === 0) {
    await clearNotice(db, 'files.damaged');
    log.info(counts, 'every stored file is whole');
    return check;
  }
  log.error(counts, 'stored files are missing or damaged');
  const faults = (await listFaults(db, check.id)).slice(0, MAX_ITEMS);
  const items = faults.map(({ fault, source, source_id, label }) => ({
    text: `${label}: ${FAULT_WORDS[fault]}`,
    to: source === 'FILE' ? `/admin/view-file/${source_id}` : null,
  }));
  await raiseNotice(db, { kind: 'files.damaged', details: { checked, missing, damaged }, items });
  return check;
}

export const FAULT_WORDS = {
  MISSING: 'missing',
  SIZE: 'of another size',
  SHA256: 'with other bytes',
  UNREADABLE: 'cannot be read',
} as const;

/**
 * Runs the nightly check in one process alone, if it is due or was interrupted. Null: there is none for this process.
 */
export async function checkFilesNightly(deps: CheckDeps, signal?: AbortSignal): Promise<FileCheck | null> {
  const { db, config } = deps;
  if (config.filesVerifyBytesPerSecond === 0) return null;
  const lease = randomUUID();
  const begun = (await claimCheck(db, lease)) ?? (await beginDueCheck(deps, lease));
  if (begun === undefined) return null;
  return checkFiles(deps, begun, { pace: createPace(config.filesVerifyBytesPerSecond, signal) });
}

async function beginDueCheck({ db, clock }: CheckDeps, lease: string): Promise<FileCheck | undefined> {
  const last = await findLastCheck(db);
  const now = clock.now();
  return isDue(last, now) ? beginCheck(db, { lease, now, lastId: last?.id ?? null }) : undefined;
}

function isDue(last: FileCheck | undefined, now: Date): boolean {
  if (last === undefined) return true;
  const hours = (now.getTime() - Date.parse(last.started_at)) / HOUR_MS;
  return hours >= MAX_HOURS_BETWEEN || (isNightHour(now) && hours >= HOURS_BETWEEN_NIGHTS);
}

export const startNightlyCheck = (
  deps: CheckDeps,
  housekeeper: Pick<Housekeeper, 'isThisProcess'>,
): { stop(): Promise<void> } =>
  startHousekeeperWork({
    housekeeper,
    log: deps.log,
    everyMs: HOUR_MS,
    work: (signal) => checkFilesNightly(deps, signal),
    failedText: 'the check of the stored files failed',
  });

const DOMAINS = [isNamedByFile, isFurtherKey, isAttachedKey, isSessionKey, isShownKey];

/** Returns those of these storage keys that some row names. Every domain that stores bytes must be included. */
export async function isNamedKey(deps: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const ask of DOMAINS) for (const key of await ask(deps, keys)) named.add(key);
  for (const key of await findRemoved(deps.db, keys)) named.delete(key);
  return named;
}

/** Does the same at one moment: a key cannot be missed while it moves from a row of one table to a row of another. */
export const findReferencedKeys = (db: Kysely<Schema>, keys: string[]): Promise<Set<string>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => isNamedKey({ db: tx }, keys));
