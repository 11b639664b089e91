import type { Database } from '../../../server/database/connect.ts';

/** Everybody who was not deleted. */
export const livingUsers = (db: Database) => db.selectFrom('users').where('users.deleted_at', 'is', null);
