import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** How much of something a subject may use in a period. */
export interface Allowance {
  /** Unique for what is limited and for whom, such as `messages:user:17`. */
  subject: string;
  periodMs: number;
  maxUses: number;
  /** Bytes allowed in the period; when missing, only the uses are limited. */
  maxBytes?: number;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Takes one use, of `bytes` bytes, in the caller's transaction. One statement decides, so two uses at once cannot both
 * take the last free place. Returns null when the use was taken, otherwise when the subject can use it again.
 */
export async function takeAllowance(db: Database, now: Date, allowance: Allowance, bytes = 0): Promise<Date | null> {
  const { subject, periodMs, maxUses, maxBytes = NO_LIMIT } = allowance;
  const endsAt = new Date(now.getTime() + periodMs);
  const { rows } = await sql`
    insert into allowances as known (subject, ends_at, uses, bytes)
    select ${subject}, ${endsAt}::timestamptz, 1, ${bytes}::bigint where ${bytes}::bigint <= ${maxBytes}::bigint
    on conflict (subject) do update set
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end,
      uses = case when known.ends_at <= ${now} then 1 else known.uses + 1 end,
      bytes = case when known.ends_at <= ${now} then excluded.bytes else known.bytes + excluded.bytes end
    where known.ends_at <= ${now}
       or (known.uses < ${maxUses} and known.bytes + excluded.bytes <= ${maxBytes}::bigint)
    returning subject`.execute(db);
  return rows.length === 0 ? ((await findUsed(db, now, subject))?.endsAt ?? endsAt) : null;
}

/**
 * Returns when a subject that has nothing left can use it again, or null while enough is left for a use of `bytes`
 * bytes. For an early refusal only: the decision is made by `takeAllowance`.
 */
export async function findExhausted(
  db: Database,
  now: Date,
  { subject, maxUses, maxBytes = NO_LIMIT }: Allowance,
  bytes = 0,
): Promise<Date | null> {
  const found = await findUsed(db, now, subject);
  const isLeft = !found || (found.uses < maxUses && found.bytes + bytes <= maxBytes);
  return isLeft ? null : found.endsAt;
}

/** Returns what a subject has used in its current period; null when it has none. */
export async function findUsed(
  db: Database,
  now: Date,
  subject: string,
): Promise<{ uses: number; bytes: number; endsAt: Date } | null> {
  const found = await db
    .selectFrom('allowances')
    .select(['ends_at', 'uses', 'bytes'])
    .where('subject', '=', subject)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();
  return found ? { uses: found.uses, bytes: found.bytes, endsAt: new Date(found.ends_at) } : null;
}

/** Returns the whole seconds until then, at least one, for a refusal. */
export const computeSecondsUntil = (freeAt: Date | number, now: Date): number =>
  Math.max(1, Math.ceil((Number(freeAt) - now.getTime()) / 1000));

/** Removes the rows of periods that are over. */
export const removeOldAllowances = (db: Database, now: Date) =>
  db.deleteFrom('allowances').where('ends_at', '<=', now.toISOString()).execute();
