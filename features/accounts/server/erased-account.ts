import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import { notFound } from '../../../server/http/replies.ts';
import { can } from '../../../contract/capabilities.ts';
import { lastAdministrator, ownAccount } from '../credentials.rules.ts';
import { lockActiveAdministrators } from './accounts.queries.ts';

/**
 * Locks an account that is about to be erased, deleted or not; refuses the actor's own and the last administrator's.
 */
export async function lockForErasure(
  tx: Transaction<Schema>,
  id: number,
  actorId: number | null,
): Promise<{ id: number; email: string; username: string }> {
  const administrators = await lockActiveAdministrators(tx).execute();
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'deleted_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  if (id === actorId) throw ownAccount();
  const isAnother = administrators.some((administrator) => administrator.id !== id);
  if (user.deleted_at === null && can(user, 'users.change') && !isAnother) throw lastAdministrator();
  return user;
}
