import type { Changer } from '../../../staff/audit/server/audit.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';

/** Who exports or erases someone: an administrator, a command on the machine, or the retention. */
export interface Performer {
  changer: Changer;
  actorId: number | null;
  client: Client | null;
}

export const BY_COMMAND: Performer = { changer: 'COMMAND_LINE', actorId: null, client: null };

export const byAdministrator = (actor: Actor, client: Client): Performer => ({
  changer: actor,
  actorId: actor.id,
  client,
});

/** Records it in the security log; what retention does is in the audit list alone. */
export async function recordAccessTo(
  db: Database,
  { changer, actorId, client }: Performer,
  { event, accountId }: { event: 'DATA_EXPORTED' | 'ACCOUNT_ERASED'; accountId: number },
): Promise<void> {
  if (changer === null) return;
  const reason = changer === 'COMMAND_LINE' ? 'BY_COMMAND' : 'BY_ADMINISTRATOR';
  await recordSecurityEvent({ db }, { event, reason, actorId, accountId, client });
}
