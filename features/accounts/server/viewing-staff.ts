import { sql } from 'kysely';
import { hasCapability } from '../../../server/database/active-users.ts';

/** Condition of a row of `sessions` joined with its user: no view of a customer's portal, or one that staff may have. */
export const mayStillView = (
  now: Date,
) => sql<boolean>`(sessions.opened_in is null or users.role = 'CUSTOMER' and exists (
  select from sessions opener join users viewer on viewer.id = opener.user_id
   where opener.id = sessions.opened_in and opener.expires_at > ${now}
     and viewer.status = 'ACTIVE' and viewer.deleted_at is null and ${hasCapability('users.view-as', 'viewer')}))`;

/** The member of the staff whose view a row of `sessions` is; null: its own user signed in. */
export const viewerId = sql<number | null>`(
  select opener.user_id from sessions opener where opener.id = sessions.opened_in)`.as('viewer_id');
