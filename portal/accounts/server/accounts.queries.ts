import { sql } from 'kysely';
import { balanceOfUser, versionsOfUser } from '../../credits/server/credits.ts';
import { unreadOfUser } from '../../messaging/server/notifications.ts';
import { adminOnlineSince } from './presence.ts';
import { compileOnce } from '../../../server/database/compile-once.ts';
import type { Database } from '../../../server/database/connect.ts';
import { containing } from '../../../server/database/patterns.ts';
import type { Actor } from '../../../server/http/call.ts';

const livingUsers = (db: Database) => db.selectFrom('users').where('users.deleted_at', 'is', null);

export const selectUserByEmail = (db: Database, email: string) =>
  livingUsers(db)
    .select(['id', 'email', 'username', 'phone', 'country', 'role', 'status', 'password_hash'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase());

export const selectUserById = (db: Database, userId: number) =>
  livingUsers(db)
    .select(['id', 'email', 'username', 'phone', 'country', 'role', 'status', 'password_hash'])
    .where('id', '=', userId);

export const selectPasswordHash = (db: Database, userId: number) =>
  livingUsers(db).select('password_hash').where('id', '=', userId);

export const findMyUser = compileOnce((db, { id, seenSince }: { id: number; seenSince: Date }) =>
  livingUsers(db)
    .select(['id', 'email', 'username', 'full_name', 'phone', 'country', 'role', 'status', 'verified'])
    .select(balanceOfUser('MAIN').as('credit_balance'))
    .select(balanceOfUser('AI').as('ai_credit_balance'))
    .select(['previous_country', 'country_changed_at'])
    .select([unreadOfUser.as('notifications'), adminOnlineSince(seenSince).as('admin_online')])
    .where('id', '=', id),
);

export const selectUsers = (db: Database) =>
  livingUsers(db)
    .select(['id', 'username', 'full_name', 'email', 'phone', 'country', 'role', 'status', 'verified', 'created_at'])
    .select(balanceOfUser('MAIN').as('credit_balance'))
    .select(balanceOfUser('AI').as('ai_credit_balance'))
    .orderBy('id', 'desc');

export const selectUsersWith = (db: Database, text: string) =>
  livingUsers(db)
    .select(['id', 'username', 'email'])
    .where((eb) => eb.or([eb('username', 'ilike', containing(text)), eb('email', 'ilike', containing(text))]))
    .orderBy('id', 'desc');

export const selectEditableUser = (db: Database, userId: number) =>
  selectUsers(db).select(versionsOfUser.as('balance_version')).where('id', '=', userId);

/** The user behind an id in a path, when the actor may see what belongs to them: themselves, or any administrator. */
export const selectVisibleUser = (db: Database, actor: Actor, userId: number) =>
  livingUsers(db)
    .select('id')
    .where('id', '=', userId)
    .$if(actor.role !== 'ADMIN', (query) => query.where('id', '=', actor.id));

/** Locks the active administrators, so that two of them cannot take each other away at once. */
export const lockActiveAdministrators = (db: Database) =>
  livingUsers(db).select('id').where('role', '=', 'ADMIN').where('status', '=', 'ACTIVE').orderBy('id').forUpdate();
