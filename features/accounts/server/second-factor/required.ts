import { type RawBuilder, sql } from 'kysely';
import { can, type HasRole } from '../../../../contract/capabilities.ts';
import type { SessionUser } from '../../../../contract/session.ts';
import type { Database } from '../../../../server/database/connect.ts';

const isRequired = sql<boolean>`exists (
  select from application_configuration where shop_settings ->> 'second_factor' = 'required')`;

/** Condition: an app that a code has confirmed, or a passkey. */
export const isProtected = (userId: number | RawBuilder<number>) => sql<boolean>`(
  exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = ${userId}))`;

/** Whether the log-in of this user has a second step. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${isProtected(userId)} as found`.execute(db);
  return rows[0]?.found === true;
}

/** Whether the shop requires a second factor of this user, by what is stored now. */
export async function isSecondFactorRequired(db: Database, actor: HasRole): Promise<boolean> {
  if (!can(actor, 'admin-area.open')) return false;
  const { rows } = await sql<{ found: boolean }>`select ${isRequired} as found`.execute(db);
  return rows[0]?.found === true;
}

/** Whether a session that opens now may do nothing but add a second factor. */
export const needsSecondFactor = (user: Pick<SessionUser, 'id' | 'role' | 'staff_capabilities'>): RawBuilder<boolean> =>
  can(user, 'admin-area.open') ? sql<boolean>`${isRequired} and not ${isProtected(user.id)}` : sql<boolean>`false`;
