import type { Deps } from '../../../server/http/call.ts';
import { cancelAllLinks } from './email-change.ts';
import { endUserSessions, type Ending, type SecurityDeps } from './sessions.ts';

/**
 * Ends every session of a user and voids every link that was mailed to them, so that neither works again once the
 * account is unlocked or restored. Returns how many sessions there were.
 */
export async function lockOut(
  { clock, ...deps }: SecurityDeps & Pick<Deps, 'clock'>,
  userId: number,
  ending: Ending,
): Promise<number> {
  await cancelAllLinks(deps.db, clock.now(), userId);
  return endUserSessions(deps, userId, ending);
}
