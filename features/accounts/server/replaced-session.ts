import type { Client } from '../../../server/http/client.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { findSessionId, type SecurityDeps, type SessionDeps } from './sessions.ts';

/**
 * Ends the session whose token came with a sign-in: its browser now has another one, and forgets the token. A token that
 * is not ours, or whose session is over, changes nothing.
 */
export async function endReplacedSession(
  { db, log, sessionSecret }: SecurityDeps & Pick<SessionDeps, 'sessionSecret'>,
  token: string,
  client: Client,
): Promise<void> {
  const id = await findSessionId(token, sessionSecret);
  if (id === null) return;
  const ended = await db.deleteFrom('sessions').where('id', '=', id).returning('user_id').executeTakeFirst();
  if (ended === undefined) return;
  const who = { actorId: ended.user_id, accountId: ended.user_id, client };
  await recordSecurityEvent({ db, log }, { event: 'SESSIONS_ENDED', reason: 'SIGNED_IN_AGAIN', ...who, detail: '1' });
}
