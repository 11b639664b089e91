import { sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound, wrongLogin } from '../../../server/http/replies.ts';
import type { InputOf } from '../../endpoint.ts';
import type * as contract from '../accounts.contract.ts';
import { emailTaken, noPasswordYet, wrongCurrentPassword } from '../accounts.errors.ts';
import { mailActivationLink } from './account-links.ts';
import { findMyUser, selectPasswordHash, selectUserByEmail, selectVisibleUser } from './accounts.queries.ts';
import { voidEmailChanges } from './email-change.ts';
import { beginAttempt, forgetFailures } from './login-throttle.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { notePresence, onlineSince } from './presence.ts';
import { endSession, endSessionsOf, openSession } from './sessions.ts';

const UNIQUE_VIOLATION = '23505';

/** Makes a customer: active, with empty balances and not verified, whatever else was sent; posts the activation mail. */
export async function register(deps: Deps, input: InputOf<typeof contract.register>): Promise<{ token: string }> {
  const { password, ...fields } = input;
  const password_hash = await hashPassword(password);
  const user = await deps.db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('users')
      .values({ ...fields, password_hash })
      .returning(['id', 'email', 'username', 'phone', 'country', 'role'])
      .executeTakeFirstOrThrow()
      .catch((error: { code?: string }) => {
        throw error.code === UNIQUE_VIOLATION ? emailTaken() : error;
      });
    await mailActivationLink(tx, deps, created);
    return created;
  });
  return { token: await openSession(deps, user) };
}

/** Same words and same time for an unknown e-mail and a wrong password. */
export async function login(
  deps: Deps,
  input: InputOf<typeof contract.login> & { address: string },
): Promise<{ token: string }> {
  const attempt = { account: input.email.toLowerCase(), address: input.address };
  await beginAttempt(deps, attempt);
  const user = await selectUserByEmail(deps.db, input.email).executeTakeFirst();
  if (!(await isPassword(user?.password_hash, input.password)) || !user) throw wrongLogin('Wrong email or password.');
  await forgetFailures(deps, attempt);
  if (user.status !== 'ACTIVE') throw wrongLogin('This account is deactivated. Please contact support.');
  return { token: await openSession(deps, user) };
}

export async function logout({ db }: Deps, actor: Actor): Promise<{ message: string }> {
  await endSession(db, actor.sessionId);
  return { message: 'You are logged out.' };
}

export async function getMyUser({ db, clock }: Deps, actor: Actor): Promise<contract.MyUser> {
  await notePresence({ db, clock }, actor);
  const user = await findMyUser(db, { id: actor.id, seenSince: onlineSince(clock.now()) });
  if (!user) throw notFound();
  return user;
}

export async function updateMyUser(
  { db }: Deps,
  actor: Actor,
  { username, phone, country }: InputOf<typeof contract.updateMyUser>,
): Promise<contract.SessionUser> {
  return db
    .updateTable('users')
    .set({ username, phone, country })
    .where('id', '=', actor.id)
    .returning(['id', 'email', 'username', 'phone', 'country', 'role'])
    .executeTakeFirstOrThrow();
}

/** Ends every other session of the account; this one goes on. */
export async function changePassword(
  { db, clock }: Deps,
  actor: Actor,
  input: InputOf<typeof contract.changePassword>,
): Promise<{ message: string }> {
  const user = await selectPasswordHash(db, actor.id).executeTakeFirst();
  if (user?.password_hash === null) throw noPasswordYet();
  if (!(await isPassword(user?.password_hash, input.current_password))) throw wrongCurrentPassword();
  const password_hash = await hashPassword(input.new_password);
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', actor.id).execute();
    await voidEmailChanges(tx, { clock }, actor.id);
    await endSessionsOf(tx, actor.id, actor.sessionId);
  });
  return { message: 'Password changed successfully!' };
}

/** For calls with a user's id in the path: that user, or not found. */
export async function getVisibleUserId({ db }: Pick<Deps, 'db'>, actor: Actor, userId: number): Promise<number> {
  const user = await selectVisibleUser(db, actor, userId).executeTakeFirst();
  if (!user) throw notFound();
  return user.id;
}

/** The first start makes the first administrator; later starts find one and leave everything as it is. */
export async function createFirstAdministrator(
  { db }: Pick<Deps, 'db'>,
  credentials: { email: string; password: string },
): Promise<boolean> {
  const password_hash = await hashPassword(credentials.password);
  return db.transaction().execute(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    const existing = await tx.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1).executeTakeFirst();
    if (existing) return false;
    await tx
      .insertInto('users')
      .values({
        username: 'Administrator',
        full_name: 'Administrator',
        email: credentials.email,
        password_hash,
        phone: '',
        country: '',
        role: 'ADMIN',
        verified: true,
      })
      .execute();
    return true;
  });
}
