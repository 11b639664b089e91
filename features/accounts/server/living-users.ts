import type { Database } from '../../../server/database/connect.ts';
import { rolesWith, type Capability } from '../../../contract/capabilities.ts';

/** All users who were not deleted. */
export const livingUsers = (db: Database) => db.selectFrom('users').where('users.deleted_at', 'is', null);

/** Users who may sign in, as recipients. */
export const activeUsers = (db: Database) =>
  livingUsers(db)
    .select(['users.id', 'users.email', 'users.username', 'users.role'])
    .where('users.status', '=', 'ACTIVE');

export const activeUsersWith = (db: Database, capability: Capability) =>
  activeUsers(db).where('users.role', 'in', rolesWith(capability));
