import type { SessionUser } from '../../../contract/session.ts';
import type { Deps } from '../../../server/http/call.ts';
import { readClaims } from './session-tokens.ts';
import { findSessionId } from './sessions.ts';

/** Returns why `findSession` found none, for the security log, and whose session it was if the token is ours. */
export async function explainRefusedToken(
  { db, clock, sessionSecret }: Deps,
  token: string | null,
): Promise<{ reason: 'UNREADABLE' | 'EXPIRED' | 'ACCOUNT_LOCKED' | 'SESSION_ENDED'; accountId?: number }> {
  const id = token === null ? null : await findSessionId(token, sessionSecret);
  if (token === null || id === null) return { reason: 'UNREADABLE' };
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.status', 'users.deleted_at'])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  const { sub, exp } = await readClaims(token, sessionSecret);
  const user = JSON.parse(sub) as SessionUser;
  const accountId = user.colleague_id ?? user.id;
  if (exp * 1000 <= clock.now().getTime()) return { reason: 'EXPIRED', accountId };
  const isLocked = found !== undefined && (found.status !== 'ACTIVE' || found.deleted_at !== null);
  return { reason: isLocked ? 'ACCOUNT_LOCKED' : 'SESSION_ENDED', accountId };
}
