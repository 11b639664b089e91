import { type RawBuilder, sql, type Transaction } from 'kysely';
import { selectLivingUsers } from '../../../server/database/active-users.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { WholeList } from '../../../server/database/json-pages.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { applyChanges } from '../../../server/http/changes.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { toCents } from '../../../contract/amounts.ts';
import { editBalances, selectUserBalance, versionsOfUser } from '../../credits/server/credits.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/refusal.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import type { EditableUser } from '../user.ts';
import type * as contractShapes from '../user.ts';
import type * as contract from '../accounts.calls.ts';
import type { Leftovers } from '../user-creation.calls.ts';
import { hideBalances, seesBalances, type WithBalances } from '../balances.rules.ts';
import { lastAdministrator, leftoversChanged, ownAccount, ownRole, ownStatus } from '../accounts.errors.ts';
import { colleagueStaysCustomer } from '../colleagues.errors.ts';
import { requireChangedPhone } from './user-creation.ts';
import {
  lockActiveAdministrators,
  lockUser,
  selectEditableUser,
  selectNames,
  selectUsersFor,
  selectUsersWith,
} from './accounts.queries.ts';
import { lockOut, releaseWork } from './administration.ts';
import { endUserSessions, type SecurityDeps } from './sessions.ts';
import { nameAccess, requireEverything } from '../staff-roles/server/staff-roles.ts';

/** Lists all users who were not deleted, newest first. */
export const listUsers = ({ db }: Deps, reader: Actor): WholeList<contractShapes.User> => ({
  db,
  selectRows: ({ below, from, limit }) =>
    selectUsersFor(db, reader).where('id', '<', below).where('id', '>=', from).limit(limit),
  times: ['created_at'],
});

/** Finds the newest users whose name or e-mail address contains the text. */
export const findUsers = (db: Deps['db'], text: string, limit: number) =>
  selectUsersWith(db, text).limit(limit).execute();

export async function getUser(db: Deps['db'] | Transaction<Schema>, id: number): Promise<WithBalances<EditableUser>> {
  const user = await selectEditableUser(db, id).executeTakeFirst();
  if (!user) throw notFound();
  return user;
}

/** Returns what the reader sees of a user. */
export async function readUser({ db }: Deps, reader: Actor, id: number): Promise<EditableUser> {
  const user: EditableUser = await getUser(db, id);
  return seesBalances(reader) ? user : hideBalances(user);
}

/** Finds deleted users too, because records still name them. */
export const getNames = (db: Deps['db'], id: number) => selectNames(db, id).executeTakeFirstOrThrow();

/** Stored in the ledger for an edit without a reason, as sent by programs that predate reasons. */
const NO_REASON = 'No reason was given.';

/**
 * Leaves username and e-mail address as they are; a changed role or a deactivation ends the user's sessions at once.
 */
export async function updateUser(
  { db, log, clock }: Deps,
  actor: Actor,
  { id, client, ...given }: InputOf<typeof contract.patchUser> & { client: Client },
): Promise<EditableUser> {
  return db.transaction().execute(async (tx) => {
    const administrators = await lockActiveAdministrators(tx).execute();
    await lockUser(tx, id).execute();
    const before = await getUser(tx, id);
    const requested = applyChanges(before, given);
    const { country, role, status } = requested;
    const staffRoleId = role === 'ADMIN' ? requested.staff_role_id : null;
    const isAccessChanged = role !== before.role || staffRoleId !== before.staff_role_id;
    if (isAccessChanged) requireEverything(actor);
    if (role !== 'CUSTOMER' && before.company_id !== null) throw colleagueStaysCustomer();
    if (id === actor.id && isAccessChanged) throw ownRole();
    if (id === actor.id && status !== 'ACTIVE') throw ownStatus();
    const leaves = role !== 'ADMIN' || staffRoleId !== null || status !== 'ACTIVE';
    if (leaves && administrators.every((administrator) => administrator.id === id)) throw lastAdministrator();
    const access = {
      from: await nameAccess(tx, before),
      to: await nameAccess(tx, { role, staff_role_id: staffRoleId }),
    };
    refuseBelowZero(before, requested);
    await editBalances(tx, actor, {
      userId: id,
      username: before.username,
      seen: requested.balance_version,
      requested: { MAIN: given.credit_balance, AI: given.ai_credit_balance },
      reason: given.balance_reason || NO_REASON,
    });
    const phone = requireChangedPhone(requested.phone, country, before.phone);
    // A country that an administrator enters applies at once.
    const settled = country === before.country ? {} : { previous_country: null, country_changed_at: null };
    await tx
      .updateTable('users')
      .set({ phone, country, role, staff_role_id: staffRoleId, status, ...settled })
      .where('id', '=', id)
      .execute();
    if (isAccessChanged || status !== before.status) await releaseWork(tx, id);
    await recordEdit(tx, actor, { before, after: { phone, country, status }, access });
    await recordAccess({ db: tx, log, clock }, actor, { before, status, access, client });
    return getUser(tx, id);
  });
}

const BALANCES = ['credit_balance', 'ai_credit_balance'] as const;

/**
 * Refuses a balance below 0 that was entered. One that a reversed payment left below 0 may stay as it was seen;
 * `editBalances` refuses a balance that has moved since.
 */
function refuseBelowZero(before: WithBalances<EditableUser>, requested: WithBalances<EditableUser>): void {
  const versions = before.balance_version.split('.');
  const seen = requested.balance_version.split('.');
  for (const [at, field] of BALANCES.entries()) {
    const isLeft = toCents(requested[field]) === toCents(before[field]);
    if (requested[field] < 0 && !isLeft && seen[at] === versions[at]) {
      throw new Refusal('errors.accounts.balance_below_zero', field);
    }
  }
}

/** Records the edit, except the balances, which are recorded where they are posted. */
async function recordEdit(
  tx: Transaction<Schema>,
  actor: Actor,
  {
    before,
    after,
    access,
  }: { before: EditableUser; after: Pick<EditableUser, 'phone' | 'country' | 'status'>; access: Access },
): Promise<void> {
  const subject = { kind: 'USER', id: before.id, name: before.username } as const;
  await recordChange(tx, actor, { kind: 'ROLE', subject, ...access });
  await recordChange(tx, actor, { kind: 'STATUS', subject, from: before.status, to: after.status });
  for (const field of ['phone', 'country'] as const) {
    await recordChange(tx, actor, { kind: 'CONTACT', subject, field, from: before[field], to: after[field] });
  }
}

/** Records in the security log who has access and with which rights, and ends sessions at once where that changed. */
async function recordAccess(
  deps: SecurityDeps & Pick<Deps, 'clock'>,
  actor: Actor,
  {
    before,
    status,
    access: { from, to },
    client,
  }: { before: EditableUser; status: EditableUser['status']; access: Access; client: Client },
): Promise<void> {
  const who = { actorId: actor.id, client };
  const event = { reason: 'BY_ADMINISTRATOR', accountId: before.id, ...who } as const;
  if (from !== to) await recordSecurityEvent(deps, { ...event, event: 'ROLE_CHANGED', detail: `${from} → ${to}` });
  if (before.status !== status) {
    await recordSecurityEvent(deps, { ...event, event: status === 'ACTIVE' ? 'UNLOCKED' : 'LOCKED' });
  }
  if (status !== 'ACTIVE') await lockOut(deps, before.id, { why: 'LOCKED', ...who });
  else if (from !== to) await endUserSessions(deps, before.id, { why: 'ROLE_CHANGED', ...who });
}

/** The roles as they are recorded. */
type Access = { from: string; to: string };

/** SQL functions, because accounts know neither files nor tickets. */
const OPEN_FILES = sql<number>`open_files_of(users.id)`;
const OPEN_TICKETS = sql<number>`open_tickets_of(users.id)`;

/** Everything that was counted, as one text, which changes whenever a file, a ticket or a balance changes. */
export const selectSeenLeftovers = (): RawBuilder<string> =>
  sql<string>`concat_ws('.', ${OPEN_FILES}, ${OPEN_TICKETS}, ${versionsOfUser})`;

/** Counts the current rows. */
export async function getLeftovers(db: Database, id: number): Promise<Leftovers> {
  const found = await selectLivingUsers(db)
    .select([OPEN_FILES.as('open_files'), OPEN_TICKETS.as('open_tickets')])
    .select(selectUserBalance('MAIN').as('credit_balance'))
    .select(selectUserBalance('AI').as('ai_credit_balance'))
    .select(selectSeenLeftovers().as('seen'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Hides the account and ends its sessions; its files and ledger stay. */
export async function deleteUser(
  { db, log, clock }: Deps,
  actor: Actor,
  { id, seen, client }: InputOf<typeof contract.deleteUser> & { client: Client },
): Promise<{ message: string }> {
  return db.transaction().execute(async (tx) => {
    const administrators = await lockActiveAdministrators(tx).execute();
    const user = await getUser(tx, id);
    if (id === actor.id) throw ownAccount();
    if (administrators.every((administrator) => administrator.id === id)) throw lastAdministrator();
    const deleted = await tx
      .updateTable('users')
      .set({ deleted_at: sql`now()` })
      .where('users.id', '=', id)
      .where('users.deleted_at', 'is', null)
      // Deletes only what the administrator confirmed: a file, a ticket or money that came since must be seen first.
      .$if(seen !== undefined, (query) => query.where(selectSeenLeftovers(), '=', seen as string))
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw leftoversChanged();
    await releaseWork(tx, id);
    const who = { actorId: actor.id, client };
    await recordSecurityEvent({ db: tx, log }, { event: 'LOCKED', reason: 'DELETED', accountId: id, ...who });
    await lockOut({ db: tx, log, clock }, id, { why: 'DELETED', ...who });
    const subject = { kind: 'USER', id, name: user.username } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: user.email, to: null });
    return { message: 'User deleted successfully!' };
  });
}
