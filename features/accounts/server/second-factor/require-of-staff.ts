import { sql } from 'kysely';
import { listRolesWith } from '../../../../contract/capabilities.ts';
import type { Actor } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { selectLivingUsers } from '../../../../server/database/active-users.ts';
import { type SecurityDeps, endUserSessions } from '../sessions.ts';
import { ownSecondFactorFirst } from '../../accounts.errors.ts';
import { hasSecondFactor, isProtected } from './required.ts';

/**
 * Logs out the staff who have no second factor: their next session can only add one. Whoever requires it needs one
 * first, so that nobody is locked out by a setting that they have not tried. Runs in the transaction of the setting.
 */
export async function requireOfStaff({ db: tx, log }: SecurityDeps, actor: Actor, client: Client): Promise<void> {
  if (!(await hasSecondFactor(tx, actor.id))) throw ownSecondFactorFirst();
  const without = await selectLivingUsers(tx)
    .select('users.id')
    .where('users.role', 'in', listRolesWith('admin-area.open'))
    .where(sql<boolean>`not ${isProtected(sql.ref<number>('users.id'))}`)
    .orderBy('users.id')
    .execute();
  for (const { id } of without) {
    await endUserSessions({ db: tx, log }, id, { why: 'SECOND_FACTOR', actorId: actor.id, client });
  }
}
