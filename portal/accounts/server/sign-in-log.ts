import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { wrongLogin, type Trace } from '../../../server/http/replies.ts';
import type { SecurityReason } from '../../security/security.contract.ts';
import { recordSecurityEvent } from '../../security/server/security.ts';

/** Every way to sign in refuses a locked account alike. */
export const lockedLogin = (trace: Omit<Trace, 'reason'>) =>
  wrongLogin('errors.session.deactivated', { ...trace, reason: 'ACCOUNT_LOCKED' });

export const recordSignIn = (
  deps: Pick<Deps, 'db' | 'log'>,
  userId: number,
  { reason, client }: { reason: SecurityReason; client: Client },
): Promise<void> =>
  recordSecurityEvent(deps, { event: 'SIGNED_IN', reason, actorId: userId, accountId: userId, client });
