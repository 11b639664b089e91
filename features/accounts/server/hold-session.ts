import type { Transaction } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { anyOfIds } from '../../../server/database/patterns.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { sessionEnded } from '../../../server/http/replies.ts';

/**
 * Returns whether the actor's session is still open, and keeps it so until the end of the transaction. The user is locked
 * first, as by everything that ends the sessions of a user.
 */
export async function holdSession(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  { id, role, sessionId, colleague }: Pick<Actor, 'id' | 'role' | 'sessionId' | 'colleague'>,
): Promise<boolean> {
  // The customer before the colleague, as by everything that locks both.
  const signedIn = colleague === undefined ? [id] : [colleague.companyId, colleague.id];
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOfIds(signedIn))
    .where('role', '=', role)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (users.length < signedIn.length) return false;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', colleague?.id ?? id)
    .where('expires_at', '>', clock.now().toISOString())
    .forKeyShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** Refuses what a call does once its session is over, which may have ended while a password was checked. */
export async function requireSession(deps: Pick<Deps, 'clock'> & { db: Database }, actor: Actor): Promise<void> {
  if (!(await holdSession(deps, actor))) throw sessionEnded();
}

/** Runs a transaction in which the session of the call stays open. */
export const runInSession = <Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  run: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> =>
  deps.db.transaction().execute(async (tx) => {
    await requireSession({ ...deps, db: tx }, actor);
    return run(tx);
  });
