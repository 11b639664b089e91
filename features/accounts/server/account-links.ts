import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { portalUrl } from '../../../server/texts.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { Language } from '../../../contract/languages.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import type * as contract from '../accounts.calls.ts';
import { activationLinkSpent, alreadyActivated, resetLinkSpent } from '../accounts.errors.ts';
import { composeActivationMail, composeInvitationMail, composeResetMail } from './account-mails.ts';
import { lockAddressee } from './accounts.queries.ts';
import { isInvited, withdrawLapsedInvitations } from './colleague-invitations.ts';
import { hasOpenCompany } from './companies.ts';
import { cancelEmailChanges } from './email-change.ts';
import { chooseHashClient, hashPassword } from './passwords.ts';
import { endUserSessions } from './sessions.ts';
import { type LinkPurpose, consumeLink, hashToken, makeLink } from './link-tokens.ts';
import { rememberPlaces } from './sign-in-places.ts';

/** Purposes whose link sets a password: for users who forgot theirs, and for users who never had one. */
const SETS_PASSWORD = ['RESET', 'INVITE'] as const;

/** At most one mail is sent in this period, however often the button is pressed. */
const MAIL_PAUSE_MS = 60_000;

interface Addressee {
  id: number;
  email: string;
  username: string;
}

/** Makes a link and posts its mail in the caller's transaction. Earlier links remain valid. */
export async function mailActivationLink(
  tx: Database,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  user: Addressee,
): Promise<void> {
  const token = await makeLink(tx, clock.now(), user.id, 'ACTIVATE');
  const url = `${portalUrl(config)}/activate-account?token=${token}`;
  await postMail(tx, {
    key: `activate:${hashToken(token)}`,
    to: user.email,
    mail: composeActivationMail(user.username, url),
    isAboutAccount: true,
    isConfirmation: true,
  });
}

/** Makes and mails a link for a user who is invited; false when one was posted in the last minute. */
export async function mailInvitation(
  tx: Database,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  user: Addressee,
): Promise<boolean> {
  if (await wasMailedLately(tx, { clock }, user.id, 'INVITE')) return false;
  const customer = await tx
    .selectFrom('users as colleague')
    .innerJoin('users as company', 'company.id', 'colleague.company_id')
    .select(['company.id', 'company.username'])
    .where('colleague.id', '=', user.id)
    .executeTakeFirst();
  const token = await makeLink(tx, clock.now(), user.id, 'INVITE');
  await postMail(tx, {
    key: `invite:${hashToken(token)}`,
    to: user.email,
    mail: composeInvitationMail(
      user.username,
      `${portalUrl(config)}/reset-password?token=${token}`,
      customer?.username,
    ),
    ...(customer && { aboutUserId: customer.id }),
    isAboutAccount: true,
    isConfirmation: true,
  });
  return true;
}

export async function activateAccount(
  { db, clock }: Deps,
  { token }: InputOf<typeof contract.activateAccount>,
): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const userId = await consumeLink(tx, clock.now(), token, ['ACTIVATE']);
    if (userId === null) throw activationLinkSpent();
    await tx.updateTable('users').set({ verified: true }).where('id', '=', userId).execute();
  });
  return { message: 'Your account has been successfully activated. Redirecting to login...' };
}

/** Mails another activation link, unless one was posted within the last minute. */
export async function resendActivation(deps: Deps, actor: Actor): Promise<{ message: string }> {
  await deps.db.transaction().execute(async (tx) => {
    const user = await lockAddressee(tx, actor.id);
    if (user.verified) throw alreadyActivated();
    if (await wasMailedLately(tx, deps, user.id, 'ACTIVATE')) return;
    await mailActivationLink(tx, deps, user);
  });
  return { message: 'We have sent you an e-mail.' };
}

async function wasMailedLately(
  tx: Database,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  purpose: LinkPurpose,
): Promise<boolean> {
  const recent = await tx
    .selectFrom('account_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(clock.now().getTime() - MAIL_PAUSE_MS).toISOString())
    .limit(1)
    .executeTakeFirst();
  return recent !== undefined;
}

/** Longer than posting a mail takes, so that the response time does not reveal whether the address has an account. */
const RESET_RESPONSE_MS = 250;

/** Gives the same response after the same time, whether the account exists or not. */
export async function requestPasswordReset(
  deps: Deps,
  { email, language }: InputOf<typeof contract.requestPasswordReset> & { language: Language | null },
): Promise<{ message: string }> {
  await Promise.all([sleep(RESET_RESPONSE_MS), mailResetLink(deps, email, language)]);
  return { message: 'Reset link has been sent to your email.' };
}

async function mailResetLink(deps: Deps, email: string, language: Language | null): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'username', 'verified', isInvited.as('is_invited')])
      .where(sql<string>`lower(email)`, '=', email.toLowerCase())
      .where('status', '=', 'ACTIVE')
      .where(hasOpenCompany('users'))
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    // To choose a password is to accept the invitation, so its mail says whose it is.
    if (user?.is_invited) return void (await mailInvitation(tx, deps, user));
    if (!user || (await wasMailedLately(tx, deps, user.id, user.verified ? 'RESET' : 'ACTIVATE'))) return;
    // An unconfirmed address gets no other mail. Once it is confirmed, a reset can be requested again.
    if (!user.verified) return mailActivationLink(tx, deps, user);
    const token = await makeLink(tx, deps.clock.now(), user.id, 'RESET');
    const url = `${portalUrl(deps.config)}/reset-password?token=${token}`;
    await postMail(tx, {
      key: `reset:${hashToken(token)}`,
      to: user.email,
      mail: composeResetMail(user.username, url),
      language,
      isAboutAccount: true,
    });
  });
}

async function findOwnerOfResetLink(db: Database, now: Date, token: string) {
  const owner = await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['users.id', 'users.username', 'users.full_name', 'users.email'])
    .where('account_links.token_hash', '=', hashToken(token))
    .where('account_links.purpose', 'in', SETS_PASSWORD)
    .where('account_links.used_at', 'is', null)
    .where('account_links.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return owner ?? null;
}

/** Sets the password and ends every session and every other reset link; the mailed link also confirms the address. */
export async function resetPassword(
  { db, clock, log }: Deps,
  { token, password, client, device }: InputOf<typeof contract.resetPassword> & { client: Client },
): Promise<{ message: string }> {
  // Checked before the password is hashed: guessing links must cost the server next to nothing.
  const owner = await findOwnerOfResetLink(db, clock.now(), token);
  if (owner === null) throw resetLinkSpent();
  const password_hash = await hashPassword({ db }, { password, owner, client: chooseHashClient(client, owner.email) });
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const userId = await consumeLink(tx, now, token, SETS_PASSWORD);
    if (userId === null) throw resetLinkSpent();
    await tx
      .updateTable('users')
      .set({ password_hash, password_is_generated: false, verified: true })
      .where('id', '=', userId)
      .execute();
    await tx
      .updateTable('account_links')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('purpose', 'in', SETS_PASSWORD)
      .where('used_at', 'is', null)
      .execute();
    await cancelEmailChanges(tx, { clock }, userId);
    const who = { actorId: null, client };
    const event = { event: 'PASSWORD_CHANGED', reason: 'MAILED_LINK', accountId: userId } as const;
    await recordSecurityEvent({ db: tx, log }, { ...event, ...who });
    await endUserSessions({ db: tx, log }, userId, { why: 'PASSWORD_CHANGED', ...who });
    // Lets the owner of the mailbox sign in, however many strangers are guessing meanwhile.
    await rememberPlaces({ db: tx, clock }, userId, { client, device });
  });
  return { message: 'Password successfully reset' };
}

/** Called every hour: deletes links that have expired, and withdraws the invitations of colleagues that go with them. */
export async function removeOldLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', clock.now().toISOString()).execute();
  await withdrawLapsedInvitations({ db, clock });
}
