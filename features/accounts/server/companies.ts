import { sql, type Transaction } from 'kysely';
import type { SessionUser } from '../../../contract/session.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { MAX_COLLEAGUES } from '../colleague-forms.ts';
import { mostColleagues } from '../colleagues.errors.ts';

/** Condition of a row of `users`, under this name: no colleague, or one whose customer may sign in. */
export const hasOpenCompany = (
  user: 'users' | 'signed_in',
) => sql<boolean>`(${sql.ref(user)}.company_id is null or exists (
  select from users company where company.id = ${sql.ref(user)}.company_id and company.role = 'CUSTOMER'
     and company.status = 'ACTIVE' and company.deleted_at is null))`;

/** The status with which a user signs in: a colleague of a locked customer is locked too. */
export const statusToSignIn = sql<'ACTIVE' | 'DEACTIVE'>`
  case when ${hasOpenCompany('users')} then users.status else 'DEACTIVE' end`.as('status');

/** Condition of a row with a user: it is this one's, or a colleague's of theirs. */
export const isUserOrColleague = (id: number) =>
  sql<boolean>`user_id = any(array(
  select ${id}::bigint union all select colleague.id from users colleague where colleague.company_id = ${id}))`;

/** The customer whose colleague has a row of `sessions`; null: its user is none. */
export const companyOfSession = sql<number | null>`(
  select company_id from users where users.id = sessions.user_id)`.as('company_id');

/** The name of the customer whose colleague a user is. */
export const companyName = sql<
  string | null
>`(select username from users company where company.id = users.company_id)`.as('company_name');

/** Returns what the browser knows of a user: a colleague appears under the id of the customer, and under their own name. */
export const asColleague = <User extends SessionUser>(user: User, { company_id }: { company_id: number | null }) =>
  company_id === null ? user : { ...user, id: company_id, colleague_id: user.id };

/**
 * Refuses to restore a colleague (USER id `id`) whose customer has as many as there can be by now. The customer stays
 * locked, so that a colleague who is invited at the same moment counts.
 */
export async function requireRoomForColleague(tx: Transaction<Schema>, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select company.id from users company join users colleague on colleague.company_id = company.id
     where colleague.id = ${id} for no key update of company`.execute(tx);
  const [company] = rows;
  if (company === undefined) return;
  const { count } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', company.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MAX_COLLEAGUES) throw mostColleagues();
}
