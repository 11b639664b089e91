import { findExhausted, findUsed, takeAllowance, type Allowance } from '../../../../server/database/allowances.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps, Upload } from '../../../../server/http/call.ts';
import type { UploadRules } from '../../../../server/http/mount.ts';
import type { Admission } from '../../../../server/http/upload.ts';
import { UploadSlots } from '../../../../server/http/upload-slots.ts';
import { type LimitReached, limitReached } from '../../../../contract/refusal.ts';
import type { UploadLimit } from '../upload-limit.calls.ts';
import { BYTES_OF_MB, formatWait, toMegabytes } from '../../../../contract/amounts.ts';
import { can, type Viewer } from '../../../../contract/capabilities.ts';

const DAY_MS = 24 * 3_600_000;
/** Uploads that may be started for each one that may be stored: allows for refused files and broken connections. */
const ATTEMPTS_PER_UPLOAD = 5;
/** Time after which a retry is worthwhile while the maximum number of uploads is running. */
const SLOT_SECONDS = 10;

type Uploader = Viewer & Pick<Actor, 'verified'>;
type Limiting = Pick<Deps, 'clock' | 'config'> & { db: Database };

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Returns the allowance; null for administrators, who have no limit. A limit of 0 means no limit too. */
function findAllowance({ config }: Pick<Deps, 'config'>, actor: Uploader): Allowance | null {
  if (can(actor, 'uploads.unlimited')) return null;
  const { files, megabytes } = actor.verified ? config.uploadsPerDay : config.uploadsPerDayUnverified;
  return {
    subject: `uploads:user:${actor.id}`,
    periodMs: DAY_MS,
    maxUses: files || NO_LIMIT,
    maxBytes: megabytes * BYTES_OF_MB || NO_LIMIT,
  };
}

/**
 * Counts a file that is being stored, in the transaction that writes its row: an upload that is rolled back was not
 * stored and does not count. Refuses a file beyond the customer's limit.
 */
export async function countUpload(
  tx: Database,
  deps: Pick<Deps, 'clock' | 'config'>,
  actor: Uploader,
  { sizeBytes }: Upload,
): Promise<void> {
  const allowance = findAllowance(deps, actor);
  if (allowance === null) return;
  if ((await takeAllowance(tx, deps.clock.now(), allowance, sizeBytes)) === null) return;
  throw await refuseUpload({ ...deps, db: tx }, actor, allowance);
}

/** The rules for every call that takes a file: how many may run at once, and whether another may begin. */
export function limitUploads(deps: Deps): UploadRules {
  const slots = new UploadSlots(deps, deps.config.uploadsAtOnce);
  return {
    async enter(actor) {
      if (actor === null || can(actor, 'uploads.unlimited')) return async () => undefined;
      const leave = await slots.take(actor.id);
      if (leave === null) throw uploadsAtOnceLimit({ count: deps.config.uploadsAtOnce, seconds: SLOT_SECONDS });
      return leave;
    },
    admit: async (actor, of) => (actor === null ? null : admitUpload(deps, actor, of)),
  };
}

/**
 * Counts the attempt, and refuses it when nothing is left; runs before any byte of the file is read. A repeat stores
 * nothing, so it gets its first reply even if that was for the last upload of the day.
 */
async function admitUpload(
  deps: Limiting,
  actor: Uploader,
  { isRepeat }: { isRepeat: boolean },
): Promise<Admission | null> {
  const allowance = findAllowance(deps, actor);
  if (allowance === null) return null;
  const now = deps.clock.now();
  if (!isRepeat && (await findExhausted(deps.db, now, allowance, 1))) throw await refuseUpload(deps, actor, allowance);
  const maxUses = allowance.maxUses === NO_LIMIT ? NO_LIMIT : allowance.maxUses * ATTEMPTS_PER_UPLOAD;
  const attempts = { subject: `upload-attempts:user:${actor.id}`, periodMs: DAY_MS, maxUses };
  const freeAt = await takeAllowance(deps.db, now, attempts);
  if (freeAt !== null) throw uploadAttemptLimit(waitUntil(freeAt, now));
  if (isRepeat) return null;
  const used = await findUsed(deps.db, now, allowance.subject);
  return {
    maxBytes: (allowance.maxBytes ?? NO_LIMIT) - (used?.bytes ?? 0),
    refuse: () => refuseUpload(deps, actor, allowance),
  };
}

function waitUntil(then: Date, now: Date) {
  const seconds = Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
  return { seconds, wait: formatWait(seconds) };
}

async function refuseUpload(deps: Limiting, actor: Uploader, allowance: Allowance): Promise<LimitReached> {
  const now = deps.clock.now();
  const { files, bytes, renewed_at } = await describe(deps, actor, allowance);
  const refusal = actor.verified ? uploadLimit : unverifiedUploadLimit;
  return refusal({
    files: files?.most ?? '∞',
    megabytes: bytes === null ? '∞' : toMegabytes(bytes.most),
    files_left: files?.left ?? '∞',
    megabytes_left: bytes === null ? '∞' : toMegabytes(bytes.left),
    ...waitUntil(renewed_at === null ? new Date(now.getTime() + DAY_MS) : new Date(renewed_at), now),
  });
}

export async function getUploadLimit(deps: Limiting, actor: Uploader): Promise<UploadLimit> {
  const allowance = findAllowance(deps, actor);
  return allowance === null ? { ...UNLIMITED, is_unverified: false } : describe(deps, actor, allowance);
}

const UNLIMITED = { files: null, bytes: null, renewed_at: null };

async function describe({ db, clock }: Limiting, actor: Uploader, allowance: Allowance): Promise<UploadLimit> {
  const used = await findUsed(db, clock.now(), allowance.subject);
  return {
    files: computeLeft(allowance.maxUses, used?.uses ?? 0),
    bytes: computeLeft(allowance.maxBytes ?? NO_LIMIT, used?.bytes ?? 0),
    renewed_at: used?.endsAt.toISOString() ?? null,
    is_unverified: !actor.verified,
  };
}

const computeLeft = (most: number, used: number) =>
  most === NO_LIMIT ? null : { most, left: Math.max(0, most - used) };

type UploadsLeft = {
  files: number | string;
  megabytes: number | string;
  files_left: number | string;
  megabytes_left: number | string;
  seconds: number;
  wait: string;
};

export const uploadLimit = limitReached<UploadsLeft>('errors.uploads.daily_limit');

const unverifiedUploadLimit = limitReached<UploadsLeft>('errors.uploads.unverified_daily_limit');

const uploadAttemptLimit = limitReached<{ seconds: number; wait: string }>('errors.uploads.attempt_limit');

const uploadsAtOnceLimit = limitReached<{ count: number; seconds: number }>('errors.uploads.at_once_limit');
