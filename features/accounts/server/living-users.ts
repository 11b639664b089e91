import type { Database } from '../../../server/database/connect.ts';
import { listRolesWith, type Capability } from '../../../contract/capabilities.ts';

/** All users who were not deleted. */
export const selectLivingUsers = (db: Database) => db.selectFrom('users').where('users.deleted_at', 'is', null);

/** Users who may sign in, as recipients. */
export const selectActiveUsers = (db: Database) =>
  selectLivingUsers(db)
    .select(['users.id', 'users.email', 'users.username', 'users.role'])
    .where('users.status', '=', 'ACTIVE');

export const selectActiveUsersWith = (db: Database, capability: Capability) =>
  selectActiveUsers(db).where('users.role', 'in', listRolesWith(capability));
