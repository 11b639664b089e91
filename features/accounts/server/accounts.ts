import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { applyChanges } from '../../../server/http/changes.ts';
import { notFound, wrongLogin } from '../../../server/http/replies.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { SessionUser } from '../../../contract/session.ts';
import { findLanguage } from '../../../contract/languages.ts';
import type { SecondStep, SignedIn } from '../user.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { renderUnread } from '../../messaging/server/notifications.ts';
import type * as contract from '../accounts.calls.ts';
import { emailTaken, wrongCurrentPassword } from '../accounts.errors.ts';
import { requireCallablePhone, requireChangedPhone } from './user-creation.ts';
import { mailActivationLink } from './account-links.ts';
import { findMyUser, selectUserByEmail, selectVisibleUser } from './accounts.queries.ts';
import { isInvited, withdrawInvitation } from './colleague-invitations.ts';
import { asColleague, companyName } from './companies.ts';
import { cancelEmailChanges } from './email-change.ts';
import { runInSession } from './hold-session.ts';
import { checkPassword, chooseHashClient, hashPassword, isOwnPassword } from './passwords.ts';
import { isOnline, notePresence, presenceHoldsUntil } from './presence.ts';
import { changeOwnCountry, findPendingCountryChange } from './country-changes.ts';
import { endSession, endUserSessions, makeSession } from './sessions.ts';
import { signInBySteps } from './second-factor/second-step.ts';
import { type FromPage, holdAccount, lockedLogin, signIn } from './sign-in-log.ts';
import { findOrigin, rememberPlaces } from './sign-in-places.ts';
import { countTakenRegistration, limitTakenRegistrations } from './taken-registrations.ts';
import { selectLivingUsers, staffCapabilities } from '../../../server/database/active-users.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Creates a customer: active, unverified and with empty balances, whatever else was sent; posts the activation mail.
 */
export async function register(
  deps: Deps,
  { client, device, password, token, ...fields }: InputOf<typeof contract.register> & FromPage,
): Promise<SignedIn> {
  await limitTakenRegistrations(deps, client);
  const phone = requireCallablePhone(fields.phone, fields.country);
  const isTaken = sql<boolean>`not ${isInvited}`;
  if (await selectUserByEmail(deps.db, fields.email).where(isTaken).executeTakeFirst()) {
    await countTakenRegistration(deps, client);
    throw emailTaken();
  }
  const password_hash = await hashPassword(deps, {
    password,
    owner: fields,
    client: chooseHashClient(client, fields.email),
  });
  return deps.db.transaction().execute(async (tx) => {
    await withdrawInvitation(tx, deps, fields.email);
    const created = await tx
      .insertInto('users')
      .values({ ...fields, phone, password_hash })
      .returning(['id', 'email', 'username', 'phone', 'country', 'role', staffCapabilities])
      .executeTakeFirstOrThrow()
      .catch((error: { code?: string }) => {
        throw error.code === UNIQUE_VIOLATION ? emailTaken() : error;
      });
    await mailActivationLink(tx, deps, created);
    await rememberPlaces({ ...deps, db: tx }, created.id, { client, device });
    return signIn({ ...deps, db: tx }, created, {
      reason: 'REGISTRATION',
      client,
      language: fields.language,
      replaced: token,
    });
  });
}

/** Responds with the same words and after the same time to an unknown e-mail address and to a wrong password. */
export async function login(
  deps: Deps,
  { email, password, client, device, language, token }: InputOf<typeof contract.login> & FromPage,
): Promise<SignedIn | SecondStep> {
  const user = await selectUserByEmail(deps.db, email).executeTakeFirst();
  const attempt = { account: email.toLowerCase(), ...(await findOrigin(deps, user?.id, { client, device })) };
  const password_hash = await checkPassword(deps, attempt, { password, passwordHash: user?.password_hash });
  const trace = { account: email, accountId: user?.id };
  const wrongPassword = () => wrongLogin('errors.session.wrong_login', { ...trace, reason: 'WRONG_PASSWORD' });
  if (!user) throw wrongLogin('errors.session.wrong_login', { ...trace, reason: 'UNKNOWN_EMAIL' });
  if (password_hash === null) throw wrongPassword();
  if (user.status !== 'ACTIVE') throw lockedLogin(trace);
  const from = { client, device, language, replaced: token };
  return deps.db.transaction().execute(async (tx) => {
    await holdAccount(tx, { ...user, password_hash }, wrongPassword);
    return signInBySteps({ ...deps, db: tx }, user, { reason: 'PASSWORD', ...from });
  });
}

export async function logout(deps: Deps, actor: Actor, client: Client): Promise<{ message: string }> {
  await endSession(deps, actor, client);
  return { message: 'You are logged out.' };
}

export async function getMyUser({ db, clock }: Deps, actor: Actor) {
  await notePresence({ db, clock }, actor);
  const now = clock.now();
  const customer = await findMyUser(db, { ...actor, now });
  if (!customer) throw notFound();
  const user = { ...customer, ...(actor.colleague && (await readColleague(db, actor.colleague.id))) };
  const { support_seen_at: seenAt } = user;
  const country_change = findPendingCountryChange(user, now);
  return {
    ...user,
    // A program reads here what its token allows.
    staff_capabilities: actor.staff_capabilities && [...actor.staff_capabilities],
    language: findLanguage(user.language ?? ''),
    notifications: renderUnread(user.notifications, user.language),
    admin_online: isOnline(seenAt, now),
    country_change,
    holdsUntil: Math.min(
      presenceHoldsUntil(actor, seenAt, now),
      country_change === null ? Infinity : new Date(country_change.until).getTime(),
    ),
  };
}

/** Returns what is a colleague's own of the account that is read for the customer. */
async function readColleague(db: Deps['db'], id: number) {
  const own = ['username', 'full_name', 'email', 'phone', 'country', 'verified', 'language'] as const;
  const person = await selectLivingUsers(db)
    .select(own)
    .select(['id as colleague_id', 'previous_country', 'country_changed_at', companyName])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) throw notFound();
  return person;
}

/**
 * Updates the profile. A changed country affects DTC_BLOCKED later (country-change.rules.ts); all else applies at once.
 */
export async function updateMyUser(
  { db, clock }: Deps,
  actor: Actor,
  given: InputOf<typeof contract.patchMyUser>,
): Promise<SessionUser> {
  return db.transaction().execute(async (tx) => {
    const mine = tx.selectFrom('users').select(['username', 'phone', 'country']).where('id', '=', actor.id);
    const before = await mine.forNoKeyUpdate().executeTakeFirstOrThrow();
    const { username, phone, country } = applyChanges(before, given);
    const moved = await changeOwnCountry(tx, actor, country, clock.now());
    const updated = await tx
      .updateTable('users')
      .set({ username, phone: requireChangedPhone(phone, country, before.phone), ...moved })
      .where('id', '=', actor.id)
      .returning(['id', 'email', 'username', 'phone', 'country', 'role', staffCapabilities])
      .executeTakeFirstOrThrow();
    return asColleague(updated, { company_id: actor.colleague?.companyId ?? null });
  });
}

/**
 * Changes the password and ends every session of the account. The reply has the token of a new one, to which the
 * subscriptions of this browser move.
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { current_password, new_password, client }: InputOf<typeof contract.changePassword> & { client: Client },
): Promise<ReplyOf<typeof contract.changePassword>> {
  if (!(await isOwnPassword(deps, actor, { password: current_password, client }))) throw wrongCurrentPassword();
  const owner = await deps.db
    .selectFrom('users')
    .select(['id', 'username', 'full_name', 'email', 'phone', 'country', 'role', staffCapabilities])
    .select(['verified', 'password_is_generated'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const password_hash = await hashPassword(deps, { password: new_password, owner, client: `account ${owner.email}` });
  return runInSession(deps, actor, async (tx) => {
    const password = { password_hash, password_is_generated: false };
    await tx.updateTable('users').set(password).where('id', '=', actor.id).execute();
    await cancelEmailChanges(tx, deps, actor.id);
    // Nobody has registered here, so this user has no mail that confirms the address yet.
    if (owner.password_is_generated && !owner.verified) await mailActivationLink(tx, deps, owner);
    const who = { actorId: actor.id, client };
    const event = { event: 'PASSWORD_CHANGED', reason: 'BY_OWNER', accountId: actor.id } as const;
    await recordSecurityEvent({ ...deps, db: tx }, { ...event, ...who });
    const { id, token } = await makeSession({ ...deps, db: tx }, owner, client);
    const moved = tx.updateTable('push_subscriptions').where('session_id', '=', actor.sessionId);
    await moved.set({ session_id: id }).execute();
    await endUserSessions({ ...deps, db: tx }, actor.id, { why: 'PASSWORD_CHANGED', except: id, ...who });
    return { message: 'Password changed successfully!', token };
  });
}

/** Resolves the user id in a call's path; throws "not found" when the actor may not see that user. */
export async function getVisibleUserId({ db }: Pick<Deps, 'db'>, actor: Actor, userId: number): Promise<number> {
  const user = await selectVisibleUser(db, actor, userId).executeTakeFirst();
  if (!user) throw notFound();
  return user.id;
}

/** Creates the first administrator at the first start; later starts find one and change nothing. */
export async function createFirstAdministrator(
  { db }: Pick<Deps, 'db'>,
  credentials: { email: string; password: string; isGenerated?: boolean },
): Promise<boolean> {
  // The password matters only when it is used: one that is no longer accepted must not stop an existing portal.
  if (await hasAdministrator(db)) return false;
  const password_hash = await hashPassword(
    { db },
    { password: credentials.password, owner: { email: credentials.email } },
  );
  return db.transaction().execute(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    if (await hasAdministrator(tx)) return false;
    await tx
      .insertInto('users')
      .values({
        username: 'Administrator',
        full_name: 'Administrator',
        email: credentials.email,
        password_hash,
        password_is_generated: credentials.isGenerated === true,
        phone: '',
        country: '',
        role: 'ADMIN',
        verified: true,
      })
      .execute();
    return true;
  });
}

async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1).executeTakeFirst();
  return found !== undefined;
}
