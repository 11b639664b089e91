import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { type Trace, wrongLogin } from '../../../server/http/replies.ts';
import type { SecurityReason } from '../security-log/security.calls.ts';
import type { SignedIn } from '../user.ts';
import type { Language } from '../../../contract/languages.ts';
import type { SessionUser } from '../../../contract/session.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { chooseSignInLanguage } from './account-mails.ts';
import { selectUserById } from './accounts.queries.ts';
import { mailNewPlace } from './new-place-mail.ts';
import { isNewPlace, rememberPlaces } from './sign-in-places.ts';
import { type ContinuedSession, type SecurityDeps, type SessionDeps, findSessionId, openSession } from './sessions.ts';

/** Every way to sign in refuses a locked account in the same words. */
export const lockedLogin = (trace: Omit<Trace, 'reason'>) =>
  wrongLogin('errors.session.deactivated', { ...trace, reason: 'ACCOUNT_LOCKED' });

/**
 * Keeps an account as it was when its sign-in began, until the end of the transaction: whoever changes it waits, and ends this
 * session too. `changed` is thrown when it has another role or password by now, or cannot sign in.
 */
export async function holdAccount(
  tx: Transaction<Schema>,
  user: Pick<SessionUser, 'id' | 'role'> & { password_hash?: string | null },
  changed: () => Error,
): Promise<void> {
  const held = await selectUserById(tx, user.id).forNoKeyUpdate().executeTakeFirst();
  if (held?.status !== 'ACTIVE' || held.role !== user.role) throw changed();
  if (user.password_hash !== undefined && held.password_hash !== user.password_hash) throw changed();
}

/** Where a sign-in comes from, and in which language. */
export type FromPage = { client: Client; language: Language | null; token?: string | null };

export type SignInDeps = Omit<SessionDeps, 'db'> & Pick<Deps, 'log'> & { db: Transaction<Schema> };

export interface SignIn {
  reason: SecurityReason;
  client: Client;
  language: Language | null;
  /** The token that the browser held until now: its session ends. */
  replaced: string | null | undefined;
  continued?: ContinuedSession;
}

/** Signs in from a browser or a program: its place is remembered, and the owner is told of one that is new. */
export async function signInFrom(
  deps: SignInDeps,
  user: SessionUser,
  { device, ...rest }: SignIn & { device: string | undefined },
): Promise<SignedIn> {
  const from = { client: rest.client, device };
  if (await isNewPlace(deps.db, user.id, from)) await mailNewPlace(deps, user, rest.client);
  await rememberPlaces(deps, user.id, from);
  return signIn(deps, user, rest);
}

/** `db` is a transaction: the log has no sign-in without a session, and there is no session without an entry in it. */
export async function signIn(
  deps: SignInDeps,
  user: SessionUser,
  { reason, client, language, replaced, continued }: SignIn,
): Promise<SignedIn> {
  const who = { actorId: user.id, accountId: user.id, client };
  await recordSecurityEvent(deps, { event: 'SIGNED_IN', reason, ...who });
  if (replaced) await endReplacedSession(deps, replaced, client);
  const token = await openSession(deps, user, client, { continued });
  return { token, ...(await chooseSignInLanguage(deps.db, user.id, language)) };
}

/**
 * Ends the session whose token came with a sign-in: its browser now has another one, and forgets the token. A token that
 * is not ours, or whose session is over, changes nothing.
 */
async function endReplacedSession(
  { db, log, sessionSecret }: SecurityDeps & Pick<SessionDeps, 'sessionSecret'>,
  token: string,
  client: Client,
): Promise<void> {
  const id = await findSessionId(token, sessionSecret);
  if (id === null) return;
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    // The token of a program stays: it belongs to no browser.
    .where('token_hint', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (ended === undefined) return;
  const who = { actorId: ended.user_id, accountId: ended.user_id, client };
  await recordSecurityEvent({ db, log }, { event: 'SESSIONS_ENDED', reason: 'SIGNED_IN_AGAIN', ...who, detail: '1' });
}
