import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { tooManyCalls } from '../../../server/http/replies.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_FAILURES = 10;

interface Attempt {
  /** The e-mail that was typed, in lower case, whether it exists or not. */
  account: string;
  address: string;
}

/**
 * Counts this attempt as a failure, which `forgetFailures` takes back when the password is right, or refuses it: an
 * address that failed too often on this account has to wait; the owner elsewhere is never locked out. One attempt
 * after the other, so that guessing many at once is no faster.
 */
export async function beginAttempt({ db, clock }: Deps, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${attempt.account} ${attempt.address}`}, 0))`.execute(
      tx,
    );
    const freeAt = await findFreeAt(tx, attempt, clock.now());
    if (freeAt !== null) throw tooManyCalls(Math.max(1, Math.ceil((freeAt - clock.now().getTime()) / 1000)));
    await tx
      .insertInto('login_failures')
      .values({ ...attempt, failed_at: clock.now() })
      .execute();
  });
}

/** When the oldest of the failures that count is out of the window; null when there is room for another. */
async function findFreeAt(db: Database, attempt: Attempt, now: Date): Promise<number | null> {
  const failures = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('account', '=', attempt.account)
    .where('address', '=', attempt.address)
    .where('failed_at', '>', new Date(now.getTime() - WINDOW_MS) as unknown as string)
    .orderBy('failed_at', 'desc')
    .limit(MOST_FAILURES)
    .execute();
  const oldest = failures[MOST_FAILURES - 1];
  return oldest ? new Date(oldest.failed_at).getTime() + WINDOW_MS : null;
}

export const forgetFailures = ({ db }: Deps, attempt: Attempt) =>
  db
    .deleteFrom('login_failures')
    .where('account', '=', attempt.account)
    .where('address', '=', attempt.address)
    .execute();

/** Rows that count for nothing any more. */
export const removeOldFailures = ({ db }: Pick<Deps, 'db'>) =>
  db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();
