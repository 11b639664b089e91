import { sql } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import { tooManyCalls } from '../../../server/http/replies.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_FAILURES = 10;

interface Attempt {
  /** The e-mail that was typed, in lower case, whether it exists or not. */
  account: string;
  address: string;
}

/** Refuses an address that failed too often on this account; the owner elsewhere is never locked out. */
export async function refuseWhenThrottled({ db, clock }: Deps, attempt: Attempt): Promise<void> {
  const since = new Date(clock.now().getTime() - WINDOW_MS);
  const failures = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('account', '=', attempt.account)
    .where('address', '=', attempt.address)
    .where('failed_at', '>', since as unknown as string)
    .orderBy('failed_at', 'desc')
    .limit(MOST_FAILURES)
    .execute();
  const oldest = failures[MOST_FAILURES - 1];
  if (!oldest) return;
  const freeAt = new Date(oldest.failed_at).getTime() + WINDOW_MS;
  throw tooManyCalls(Math.max(1, Math.ceil((freeAt - clock.now().getTime()) / 1000)));
}

export const recordFailure = ({ db, clock }: Deps, attempt: Attempt) =>
  db.insertInto('login_failures').values({ ...attempt, failed_at: clock.now() }).execute();

export const forgetFailures = ({ db }: Deps, attempt: Attempt) =>
  db
    .deleteFrom('login_failures')
    .where('account', '=', attempt.account)
    .where('address', '=', attempt.address)
    .execute();

/** Rows that count for nothing any more. */
export const removeOldFailures = ({ db }: Pick<Deps, 'db'>) =>
  db.deleteFrom('login_failures').where('failed_at', '<', sql<string>`now() - interval '1 day'`).execute();
