import { sql } from 'kysely';
import { computeSecondsUntil } from '../../../server/database/allowances.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { tooManyCalls } from '../../../server/http/replies.ts';
import type { Origin } from './sign-in-places.ts';

const SECOND_MS = 1000;
const WINDOW_MS = 15 * 60 * SECOND_MS;

/** Failures allowed in 15 minutes for one account at one place. */
const MAX_AT_PLACE = 10;
/** Failures allowed for one account at all places where it has never signed in. */
const MAX_OF_ACCOUNT = 30;
/** Failures allowed from one network for all accounts that have never signed in there. */
const MAX_FROM_NETWORK = 60;

/** Failures allowed from one network for accounts that have signed in there, or are signed in. */
const MAX_FROM_KNOWN_PLACE = 300;

/** A place where the account has signed in before is never locked: after ten failures it gets one attempt a minute. */
const KNOWN_PLACE_DELAY_MS = 60 * SECOND_MS;

/** Wrong codes of a second factor allowed for one account in a day: there are only a million codes. */
const MAX_CODES_A_DAY = 50;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

/** A password, or a code of a second factor, that is about to be checked. */
export interface Attempt extends Origin {
  /** The e-mail address in lower case, whether it belongs to an account or not. */
  account: string;
  /** Codes are counted apart: the right password does not make earlier wrong codes forgotten. */
  isCode?: true;
}

/** The name under which an account's failures are counted. */
const countedAs = ({ account, isCode }: Pick<Attempt, 'account' | 'isCode'>) => (isCode ? nameCodes(account) : account);

/** Under which an account's wrong codes are counted. */
export const nameCodes = (account: string): string => `code ${account}`;

/**
 * Counts this attempt as a failure, which `forgetFailures` undoes when the password is right, or refuses it with 429;
 * resolves to the id of the failure. Attempts on one account and from one network are counted one after the other, so
 * guessing many at once is no faster.
 */
export function beginAttempt({ db, clock }: Pick<Deps, 'db' | 'clock'>, attempt: Attempt): Promise<number> {
  const { place, isKnown, client } = attempt;
  const account = countedAs(attempt);
  return runInTurn(account, () =>
    db.transaction().execute(async (tx) => {
      await lock(tx, `login account ${account}`);
      if (!isKnown) await lock(tx, `login network ${client.network}`);
      const now = clock.now();
      const freeAt = await findFreeAt(tx, attempt, now);
      if (freeAt > now.getTime()) {
        const trace = { reason: attempt.isCode ? 'CODE_LIMIT' : 'PASSWORD_LIMIT', account: attempt.account };
        throw tooManyCalls(computeSecondsUntil(freeAt, now), trace);
      }
      const { id } = await tx
        .insertInto('login_failures')
        .values({ account, address: place, network: client.network, is_known: isKnown, failed_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }),
  );
}

const lock = (tx: Database, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);

/** Returns when the next attempt is allowed, in ms since 1970; 0 when it is allowed now. */
async function findFreeAt(db: Database, attempt: Attempt, now: Date): Promise<number> {
  const { place, isKnown, client } = attempt;
  const account = countedAs(attempt);
  const since = (ms: number) => new Date(now.getTime() - ms) as unknown as string;
  const failures = db.selectFrom('login_failures').select('failed_at');
  const recent = failures.where('failed_at', '>', since(WINDOW_MS));
  const atPlace = recent.where('account', '=', account).where('address', '=', place);
  const fromNetwork = recent.where('network', '=', client.network).where('is_known', '=', isKnown);
  const ofAccount = recent.where('account', '=', account).where('is_known', '=', false);
  const limits: [Recent, number][] = isKnown
    ? [
        [atPlace, MAX_AT_PLACE],
        [fromNetwork, MAX_FROM_KNOWN_PLACE],
      ]
    : [
        [atPlace, MAX_AT_PLACE],
        [ofAccount, MAX_OF_ACCOUNT],
        [fromNetwork, MAX_FROM_NETWORK],
      ];
  let freeAt = 0;
  if (attempt.isCode) {
    const ofDay = failures.where('account', '=', account).where('failed_at', '>', since(DAY_MS));
    freeAt = timeOf((await newest(ofDay, MAX_CODES_A_DAY))[MAX_CODES_A_DAY - 1], DAY_MS);
  }
  for (const [limited, maxFailures] of limits) {
    const counted = await newest(limited, maxFailures);
    if (counted.length < maxFailures) continue;
    const limitedUntil = isKnown
      ? timeOf(counted[0], KNOWN_PLACE_DELAY_MS)
      : timeOf(counted[maxFailures - 1], WINDOW_MS);
    freeAt = Math.max(freeAt, limitedUntil);
  }
  return freeAt;
}

type Row = { failed_at: string };
type Recent = {
  orderBy(column: 'failed_at', direction: 'desc'): { limit(rows: number): { execute(): Promise<Row[]> } };
};

const newest = (recent: Recent, maxFailures: number) =>
  recent.orderBy('failed_at', 'desc').limit(maxFailures).execute();
/** Returns the time of a failure and what follows it; 0 when there was none. */
const timeOf = (row: Row | undefined, plusMs: number) => (row ? new Date(row.failed_at).getTime() + plusMs : 0);

/** Undoes the failure of a password that was not checked after all. */
export const cancelAttempt = ({ db }: Pick<Deps, 'db'>, failureId: number) =>
  db.deleteFrom('login_failures').where('id', '=', failureId).execute();

/** Forgets the earlier failures at this place after the right password or code. */
export const forgetFailures = ({ db }: { db: Database }, attempt: Attempt) =>
  db
    .deleteFrom('login_failures')
    .where('account', '=', countedAs(attempt))
    .where('address', '=', attempt.place)
    .execute();

/** Called every hour: deletes rows that no longer count. */
export const removeOldFailures = ({ db }: Pick<Deps, 'db'>) =>
  db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();

const MAX_WAITING = 64;
const RETRY_AFTER_SECONDS = 2;

const lines = new Map<string, { last: Promise<unknown>; length: number }>();

/**
 * Runs the work for one account one call after the other in this process, so that concurrent calls wait here instead of
 * each holding a database connection. Rejects with 429 while too many wait.
 */
async function runInTurn<Result>(account: string, run: () => Promise<Result>): Promise<Result> {
  const line = lines.get(account) ?? { last: Promise.resolve(), length: 0 };
  if (line.length >= MAX_WAITING) throw tooManyCalls(RETRY_AFTER_SECONDS);
  lines.set(account, line);
  line.length += 1;
  const result = line.last.then(run);
  line.last = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(account);
  }
}
