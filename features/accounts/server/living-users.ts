import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Capability } from '../../../contract/capabilities.ts';
import { hasCapability, staffCapabilities } from '../../../server/database/capability-conditions.ts';
import { notFound } from '../../../server/http/replies.ts';
import { selectUserBalance, versionsOfUser } from '../../credits/server/credits.ts';
import type { Leftovers } from '../user-creation.calls.ts';

/** All users who were not deleted. */
export const selectLivingUsers = (db: Database) => db.selectFrom('users').where('users.deleted_at', 'is', null);

/** Users who may sign in, as recipients. */
export const selectActiveUsers = (db: Database) =>
  selectLivingUsers(db)
    .select(['users.id', 'users.email', 'users.username', 'users.role', staffCapabilities])
    .where('users.status', '=', 'ACTIVE');

export const selectActiveUsersWith = (db: Database, capability: Capability) =>
  selectActiveUsers(db).where(hasCapability(capability));

/** SQL functions, because accounts know neither files nor tickets. */
const OPEN_FILES = sql<number>`open_files_of(users.id)`;
const OPEN_TICKETS = sql<number>`open_tickets_of(users.id)`;

/** Everything that was counted, as one text, which changes whenever a file, a ticket or a balance changes. */
export const selectSeenLeftovers = (): RawBuilder<string> =>
  sql<string>`concat_ws('.', ${OPEN_FILES}, ${OPEN_TICKETS}, ${versionsOfUser})`;

/** Counts the current rows. */
export async function getLeftovers(db: Database, id: number): Promise<Leftovers> {
  const found = await selectLivingUsers(db)
    .select([OPEN_FILES.as('open_files'), OPEN_TICKETS.as('open_tickets')])
    .select(selectUserBalance('MAIN').as('credit_balance'))
    .select(selectUserBalance('AI').as('ai_credit_balance'))
    .select(selectSeenLeftovers().as('seen'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
