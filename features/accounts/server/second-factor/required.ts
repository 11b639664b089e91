import { type RawBuilder, sql } from 'kysely';
import { can } from '../../../../contract/capabilities.ts';
import type { SessionUser } from '../../../../contract/session.ts';
import type { Database } from '../../../../server/database/connect.ts';

const isRequired = sql<boolean>`exists (
  select from application_configuration where shop_settings ->> 'second_factor' = 'required')`;

const isMissing = (userId: number | RawBuilder<number>) => sql<boolean>`not exists (
  select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`;

/** Whether the shop requires a second factor of its staff, by what is stored now. */
export async function isRequiredOfStaff(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${isRequired} as found`.execute(db);
  return rows[0]?.found === true;
}

/** Whether a session that opens now may do nothing but add a second factor. */
export const needsSecondFactor = (user: Pick<SessionUser, 'id' | 'role'>): RawBuilder<boolean> =>
  can(user, 'admin-area.open') ? sql<boolean>`${isRequired} and ${isMissing(user.id)}` : sql<boolean>`false`;
