import { type RawBuilder, sql } from 'kysely';
import { type Capability, listRolesWith } from '../../contract/capabilities.ts';
import type { Database } from './connect.ts';

/** What the staff role of a row of `users` leaves of its capabilities; null: all of them. */
export const staffCapabilities = sql<Capability[] | null>`(
  select capabilities from staff_roles where staff_roles.id = users.staff_role_id)`.as('staff_capabilities');

/** Whether a row of `users`, or of another name for it, has the capability; as `can` for a user who was read. */
export function hasCapability(capability: Capability, users = 'users'): RawBuilder<boolean> {
  const roles = sql.join(listRolesWith(capability).map((role) => sql.lit(role)));
  return sql<boolean>`(${sql.ref(`${users}.role`)} in (${roles}) and (${sql.ref(`${users}.staff_role_id`)} is null or exists (
    select from staff_roles where staff_roles.id = ${sql.ref(`${users}.staff_role_id`)}
      and ${sql.lit(capability)} = any(staff_roles.capabilities))))`;
}

/** All users who were not deleted. */
export const selectLivingUsers = (db: Database) => db.selectFrom('users').where('users.deleted_at', 'is', null);

/** Users who may sign in, as recipients. */
export const selectActiveUsers = (db: Database) =>
  selectLivingUsers(db)
    .select(['users.id', 'users.email', 'users.username', 'users.role', staffCapabilities])
    .where('users.status', '=', 'ACTIVE');

export const selectActiveUsersWith = (db: Database, capability: Capability) =>
  selectActiveUsers(db).where(hasCapability(capability));
