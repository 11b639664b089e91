import { sql, type RawBuilder } from 'kysely';
import type { Unit } from '../../credits/credits.calls.ts';
import { selectUserBalance, versionsOfUser } from '../../credits/server/credits.ts';
import { unreadOfUser } from '../../messaging/server/notifications.ts';
import { hasTag } from '../../staff/notes/server/tagged.ts';
import { hasCapability, selectLivingUsers, staffCapabilities } from '../../../server/database/active-users.ts';
import { companyName, statusToSignIn } from './companies.ts';
import { supportSeenAt } from './presence.ts';
import { isOpenSession, type SessionToProve } from './sessions.ts';
import type { Database } from '../../../server/database/connect.ts';
import { anyOf, compileOnce, splitWords, toContainsPattern } from '../../../server/database/patterns.ts';
import type { Actor } from '../../../server/http/call.ts';
import type { UserStatus } from '../user.ts';
import { USER_STATUSES } from '../user-status.ts';
import { seesBalances } from '../balances.rules.ts';
import { withAsciiDomain } from '../email.rules.ts';
import { can, type HasRole, ROLES, type Role } from '../../../contract/capabilities.ts';

export const selectUserByEmail = (db: Database, email: string) =>
  selectLivingUsers(db)
    .select(['id', 'email', 'username', 'phone', 'country', 'role', staffCapabilities, 'password_hash'])
    .select([statusToSignIn, 'password_is_generated as must_change_password'])
    .where(sql<string>`lower(email)`, '=', withAsciiDomain(email).toLowerCase());

export const selectUserById = (db: Database, userId: number) =>
  selectLivingUsers(db)
    .select(['id', 'email', 'username', 'phone', 'country', 'role', staffCapabilities, 'password_hash'])
    .select([statusToSignIn, 'password_is_generated as must_change_password'])
    .where('id', '=', userId);

export const selectNames = (db: Database, userId: number) =>
  db.selectFrom('users').select(['username', 'full_name', 'email']).where('id', '=', userId);

export const selectPasswordHash = (db: Database, userId: number) =>
  selectLivingUsers(db).select('password_hash').where('id', '=', userId);

export const findMyUser = compileOnce((db, values: SessionToProve) =>
  selectLivingUsers(db)
    .select([
      'id',
      'email',
      'username',
      'full_name',
      'phone',
      'country',
      'role',
      staffCapabilities,
      'status',
      'verified',
    ])
    .select(selectUserBalance('MAIN').as('credit_balance'))
    .select(selectUserBalance('AI').as('ai_credit_balance'))
    .select(['previous_country', 'country_changed_at', 'language'])
    .select([unreadOfUser.as('notifications'), supportSeenAt.as('support_seen_at')])
    .where('id', '=', values.id)
    .where(isOpenSession(values)),
);

const selectUserFacts = (db: Database) =>
  selectLivingUsers(db)
    .select([
      'users.id',
      'username',
      'full_name',
      'email',
      'phone',
      'country',
      'role',
      'staff_role_id',
      'status',
      'verified',
      'created_at',
      'company_id',
    ])
    .select(companyName)
    .orderBy('users.id', 'desc');

const selectUsers = (db: Database) =>
  selectUserFacts(db)
    .select(selectUserBalance('MAIN').as('credit_balance'))
    .select(selectUserBalance('AI').as('ai_credit_balance'));

/** Selects what the reader sees of all users. */
export function selectUsersFor(db: Database, reader: HasRole) {
  const isShown = seesBalances(reader);
  const balance = (unit: Unit) => (isShown ? selectUserBalance(unit) : sql<number | null>`null::numeric`);
  return selectUserFacts(db).select(balance('MAIN').as('credit_balance')).select(balance('AI').as('ai_credit_balance'));
}

/** What administrators search by: part of a name or address, or the beginning of a role or status. */
export interface UserFilter {
  q?: string | undefined;
  role?: Role | undefined;
  status?: UserStatus | undefined;
  tag_id?: number | undefined;
  updated_since?: string | undefined;
}

export const passesFilter = ({ q, role, status, tag_id, updated_since }: UserFilter): RawBuilder<boolean> => {
  const conditions = splitWords(q).map(hasWord);
  if (role !== undefined) conditions.push(sql<boolean>`users.role = ${role}`);
  if (status !== undefined) conditions.push(sql<boolean>`users.status = ${status}`);
  if (tag_id !== undefined) conditions.push(hasTag('users', sql<number>`users.id`, tag_id));
  if (updated_since !== undefined) conditions.push(sql<boolean>`users.updated_at >= ${updated_since}::timestamptz`);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};

/** Matches roles and statuses only from the beginning, so that "active" does not find deactivated users. */
function hasWord(word: string): RawBuilder<boolean> {
  const part = toContainsPattern(word);
  const begins = (value: string) => value.startsWith(word.toUpperCase());
  const found = [sql`users.username ilike ${part}`, sql`users.email ilike ${part}`];
  const [roles, statuses] = [ROLES.filter(begins), USER_STATUSES.filter(begins)];
  if (roles.length > 0) found.push(sql`users.role = ${anyOf(roles)}`);
  if (statuses.length > 0) found.push(sql`users.status = ${anyOf(statuses)}`);
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

export const selectLivingIds = (db: Database) => selectLivingUsers(db).select('users.id');

/** Selects all users with both of their credit accounts, for a page in any order. */
export const selectUserRows = (db: Database, reader: HasRole) =>
  selectUsersFor(db, reader)
    .clearOrderBy()
    .innerJoin('credit_accounts as main', (join) =>
      join.onRef('main.user_id', '=', 'users.id').on('main.unit', '=', 'MAIN'),
    )
    .innerJoin('credit_accounts as ai', (join) => join.onRef('ai.user_id', '=', 'users.id').on('ai.unit', '=', 'AI'));

export const selectUsersWith = (db: Database, text: string) =>
  selectLivingUsers(db)
    .select(['id', 'username', 'email'])
    .where((eb) =>
      eb.or([eb('username', 'ilike', toContainsPattern(text)), eb('email', 'ilike', toContainsPattern(text))]),
    )
    .orderBy('id', 'desc');

export const selectEditableUser = (db: Database, userId: number) =>
  selectUsers(db)
    .select(versionsOfUser.as('balance_version'))
    .select(sql<boolean>`password_hash is null and not verified and status = 'ACTIVE'`.as('is_invitable'))
    .where('id', '=', userId);

/**
 * Selects the user with this id, if the actor may see what belongs to them: themselves, or anyone for an administrator.
 */
export const selectVisibleUser = (db: Database, actor: Actor, userId: number) =>
  selectLivingUsers(db)
    .select('id')
    .where('id', '=', userId)
    .$if(!can(actor, 'users.read-all'), (query) => query.where('id', '=', actor.id));

/** Selects what mails to a user need; locks the row, so that none is sent twice. */
export const lockAddressee = (tx: Database, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'language', 'verified'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * Locks a user. Whatever also locks the user's balances does this first, as calls do that hold the session of a user:
 * two of them in different orders would end each other.
 */
export const lockUser = (tx: Database, id: number) =>
  selectLivingUsers(tx).select('id').where('id', '=', id).forNoKeyUpdate();

/**
 * Locks the active administrators, so that two of them cannot remove each other at the same time. What only refers to
 * one, such as a notification, does not wait. One who has not accepted the invitation yet may never do so.
 */
export const lockActiveAdministrators = (db: Database) =>
  selectLivingUsers(db)
    .select('id')
    .where(hasCapability('users.change'))
    .where('staff_role_id', 'is', null)
    .where('status', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('password_hash', 'is not', null), eb('verified', '=', true)]))
    .orderBy('id')
    .forNoKeyUpdate();
