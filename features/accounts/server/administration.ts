import { type Transaction, sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import type { SecurityEventKind, SecurityReason } from '../security-log/security.calls.ts';
import { addressTaken, lastAdministrator, ownAccount } from '../accounts.errors.ts';
import { lockActiveAdministrators } from './accounts.queries.ts';
import { nameCodes } from './password-attempts.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { can, type HasRole } from '../../../contract/capabilities.ts';
import { cancelAllLinks } from './email-change.ts';
import { type Ending, type SecurityDeps, endUserSessions } from './sessions.ts';
import { notFound } from '../../../server/http/replies.ts';
import { staffCapabilities } from '../../../server/database/active-users.ts';

/**
 * An account operation that an operator runs from the command line, without a session. Each is one transaction, is
 * recorded in the audit list, and returns the sentence that the operator reads.
 */
type Verb = (deps: Pick<Deps, 'db' | 'clock'>, email: string) => Promise<string>;

interface Account extends HasRole {
  id: number;
  email: string;
  username: string;
  role: 'CUSTOMER' | 'ADMIN';
  status: 'ACTIVE' | 'DEACTIVE';
}

async function getAccount(tx: Database, email: string): Promise<Account> {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'status', staffCapabilities])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Error(`There is no account with the e-mail address ${email}.`);
  return account;
}

const subjectOf = ({ id, username }: Account) => ({ kind: 'USER', id, name: username }) as const;
const roleWord = ({ role }: Account) => (role === 'ADMIN' ? 'administrator' : 'customer');

/** Sets a generated password, and ends every session and every mailed link of the account. */
export const resetAccountPassword: Verb = async ({ db, clock }, email) => {
  const password = makePassword();
  const password_hash = await hashPassword({ db }, { password });
  return db.transaction().execute(async (tx) => {
    const account = await getAccount(tx, email);
    await tx
      .updateTable('users')
      .set({ password_hash, password_is_generated: true })
      .where('id', '=', account.id)
      .execute();
    await recordByCommand(tx, account.id, 'PASSWORD_CHANGED');
    const ended = await lockOutByCommand({ db: tx, clock }, account.id, 'PASSWORD_CHANGED');
    await recordChange(tx, 'COMMAND_LINE', { kind: 'PASSWORD', subject: subjectOf(account), from: null, to: null });
    return `${ended}. New password of ${roleWord(account)} ${account.email}, shown once: ${password}`;
  });
};

/** Creates another administrator with a generated password. */
export const createAdministrator: Verb = async ({ db }, email) => {
  const password = makePassword();
  const password_hash = await hashPassword({ db }, { password });
  const username = email.split('@')[0]?.slice(0, 40) || 'Administrator';
  return db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('users')
      .values({
        username,
        full_name: username,
        email,
        password_hash,
        password_is_generated: true,
        phone: '',
        country: '',
        role: 'ADMIN',
        verified: true,
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(email)`)
          .where('deleted_at', 'is', null)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!created) throw addressTaken();
    const subject = { kind: 'USER', id: created.id, name: username } as const;
    await recordByCommand(tx, created.id, 'ROLE_CHANGED', '→ ADMIN');
    await recordChange(tx, 'COMMAND_LINE', { kind: 'CREATED', subject, from: null, to: `${email} (ADMIN)` });
    return `Administrator ${email} was created. Password, shown once: ${password}`;
  });
};

/** Prevents the account from logging in and ends its sessions. The last active administrator is never locked. */
export const lockAccount: Verb = async ({ db, clock }, email) =>
  db.transaction().execute(async (tx) => {
    const administrators = await lockActiveAdministrators(tx).execute();
    const account = await getAccount(tx, email);
    const isAnother = administrators.some(({ id }) => id !== account.id);
    if (can(account, 'users.change') && account.status === 'ACTIVE' && !isAnother) throw lastAdministrator();
    await setStatus(tx, account, 'DEACTIVE');
    const ended = await lockOutByCommand({ db: tx, clock }, account.id, 'LOCKED');
    return `${sentence(account)} is locked; ${ended}.`;
  });

/** Lets the account log in again at once: its failed logins are forgotten as well. */
export const unlockAccount: Verb = async ({ db }, email) =>
  db.transaction().execute(async (tx) => {
    const account = await getAccount(tx, email);
    await setStatus(tx, account, 'ACTIVE');
    const name = account.email.toLowerCase();
    await tx
      .deleteFrom('login_failures')
      .where('account', 'in', [name, nameCodes(name)])
      .execute();
    return `${sentence(account)} is unlocked.`;
  });

const sentence = (account: Account) => `${account.role === 'ADMIN' ? 'Administrator' : 'Customer'} ${account.email}`;

async function setStatus(tx: Transaction<Schema>, account: Account, status: Account['status']): Promise<void> {
  await tx.updateTable('users').set({ status }).where('id', '=', account.id).execute();
  const change = { kind: 'STATUS', subject: subjectOf(account), from: account.status, to: status } as const;
  await recordChange(tx, 'COMMAND_LINE', change);
  if (account.status === status) return;
  await releaseWork(tx, account.id);
  await recordByCommand(tx, account.id, status === 'ACTIVE' ? 'UNLOCKED' : 'LOCKED');
}

const recordByCommand = (tx: Database, accountId: number, event: SecurityEventKind, detail = '') =>
  recordSecurityEvent({ db: tx }, { event, reason: 'BY_COMMAND', accountId, client: null, detail });

async function lockOutByCommand(
  deps: Pick<Deps, 'clock'> & { db: Database },
  userId: number,
  why: SecurityReason,
): Promise<string> {
  const ended = await lockOut(deps, userId, { why, actorId: null, client: null });
  return `${ended} session${ended === 1 ? '' : 's'} ended`;
}

/**
 * Frees the work of someone who is gone, locked or in another role, for colleagues to take, also what a restoration or an
 * undone cancellation can bring back. Every change of a role, of a status and every deletion calls this in its
 * transaction. The tickets follow in a statement of their own, which sees one that was opened while the first waited for
 * its file. Plain SQL, because accounts import neither files nor tickets.
 */
export async function releaseWork(tx: Database, userId: number): Promise<void> {
  await sql`
    update files set assignee_id = null
     where assignee_id = ${userId}
       and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED', 'CANCELED', 'NOT_SUPPORTED_SOLUTION')`.execute(tx);
  await sql`
    update tickets set assignee_id = null
      from files where files.id = tickets.file_id and tickets.assignee_id = ${userId} and files.assignee_id is null`.execute(
    tx,
  );
}

/**
 * Ends every session of a user and voids every link that was mailed to them, so that neither works again once the
 * account is unlocked or restored. Returns how many sessions there were.
 */
export async function lockOut(
  { clock, ...deps }: SecurityDeps & Pick<Deps, 'clock'>,
  userId: number,
  ending: Ending,
): Promise<number> {
  await cancelAllLinks(deps.db, clock.now(), userId);
  return endUserSessions(deps, userId, ending);
}

/**
 * Locks an account that is about to be erased, deleted or not; refuses the actor's own and the last administrator's.
 */
export async function lockForErasure(
  tx: Transaction<Schema>,
  id: number,
  actorId: number | null,
): Promise<{ id: number; email: string; username: string }> {
  const administrators = await lockActiveAdministrators(tx).execute();
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'deleted_at', staffCapabilities])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  if (id === actorId) throw ownAccount();
  const isAnother = administrators.some((administrator) => administrator.id !== id);
  if (user.deleted_at === null && can(user, 'users.change') && !isAnother) throw lastAdministrator();
  return user;
}
