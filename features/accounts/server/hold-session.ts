import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';

/**
 * Returns whether the actor's session is still open, and keeps it so until the end of the transaction. The user is locked
 * first, as by everything that ends the sessions of a user.
 */
export async function holdSession(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  { id, role, sessionId }: Pick<Actor, 'id' | 'role' | 'sessionId'>,
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) return false;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .where('expires_at', '>', clock.now().toISOString())
    .forKeyShare()
    .executeTakeFirst();
  return session !== undefined;
}
