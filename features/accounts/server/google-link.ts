import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { linkTicketSpent, noPasswordToLink, wrongCode, wrongPasswordToLink } from '../accounts.errors.ts';
import type { SignedIn } from '../user.ts';
import type * as contract from '../google.calls.ts';
import { selectUserById } from './accounts.queries.ts';
import { GOOGLE, consumeNonce } from './google-token.ts';
import { checkPassword } from './passwords.ts';
import { endUserSessions, type SecurityDeps } from './sessions.ts';
import { CHALLENGE_OF } from './second-factor/passkey-challenges.ts';
import { tryProof } from './second-factor/prove.ts';
import { hasSecondFactor } from './second-factor/required.ts';
import { type FromPage, holdAccount, lockedLogin, signInFrom } from './sign-in-log.ts';
import { findOrigin } from './sign-in-places.ts';
import { signToken, verifyToken } from './tokens.ts';

const AUDIENCE = 'tunedesk-google-link';
const LIFETIME_MS = 10 * 60_000;

const Ticket = z.object({
  jti: z.string(),
  /** The provider's id of the user. */
  sub: z.string(),
  /** Missing: Google. */
  issuer: z.optional(z.string()),
  user_id: z.int(),
  email: z.string(),
  exp: z.number(),
});

/** How a sign-in by this provider is called in the security log. */
export const toLogReason = (issuer: string) => (issuer === GOOGLE ? 'GOOGLE' : 'PROVIDER');

/**
 * Returns what the browser needs when the account's password is required before the account is linked to a user of Google,
 * or of another provider.
 */
export async function makeIdentityLink(
  { db, clock, sessionSecret }: Pick<Deps, 'clock' | 'sessionSecret'> & { db: Database },
  googleSub: string,
  user: { id: number; email: string },
  issuer: string = GOOGLE,
): Promise<contract.GoogleLink> {
  const exp = Math.floor((clock.now().getTime() + LIFETIME_MS) / 1000);
  const claims = { aud: AUDIENCE, jti: randomUUID(), sub: googleSub, issuer, user_id: user.id, email: user.email, exp };
  const ticket = await signToken(claims, sessionSecret);
  return { email: user.email, ticket, needs_code: await hasSecondFactor(db, user.id) };
}

async function readTicket({ clock, sessionSecret }: Pick<Deps, 'clock' | 'sessionSecret'>, ticket: string) {
  const requiredClaims = ['jti', 'sub', 'exp'];
  try {
    const options = { audience: AUDIENCE, requiredClaims, currentDate: clock.now() };
    return Ticket.parse(await verifyToken(ticket, sessionSecret, options));
  } catch {
    throw linkTicketSpent();
  }
}

/** Links the account to the user of the provider once the password is right, ends its earlier sessions, and signs in. */
export async function linkGoogle(
  deps: Deps,
  { ticket, password, code = '', device, client, language, token }: InputOf<typeof contract.linkGoogle> & FromPage,
): Promise<SignedIn> {
  const { jti, sub, issuer = GOOGLE, user_id, email } = await readTicket(deps, ticket);
  const user = await selectUserById(deps.db, user_id).executeTakeFirst();
  if (!user || user.email !== email) throw linkTicketSpent();
  if (user.password_hash === null) throw noPasswordToLink();
  const attempt = { account: email.toLowerCase(), ...(await findOrigin(deps, user.id, { client, device })) };
  const password_hash = await checkPassword(deps, attempt, { password, passwordHash: user.password_hash });
  if (password_hash === null) throw wrongPasswordToLink();
  if (user.status !== 'ACTIVE') throw lockedLogin({ account: email, accountId: user.id });
  const hold = (tx: Transaction<Schema>) => holdAccount(tx, { ...user, password_hash }, linkTicketSpent);
  const link = async (tx: Transaction<Schema>) => {
    await hold(tx);
    if (!(await consumeNonce(tx, deps, jti))) throw linkTicketSpent();
    const made = { issuer, sub, userId: user.id, passwordConfirmedAt: deps.clock.now(), client };
    await linkIdentity({ ...deps, db: tx }, made);
    return signInFrom({ ...deps, db: tx }, user, {
      reason: toLogReason(issuer),
      client,
      device,
      language,
      replaced: token,
    });
  };
  // Not linked before the code is right: the link would be there for whoever knows the password alone.
  if (!(await hasSecondFactor(deps.db, user.id))) return deps.db.transaction().execute(link);
  const boundTo = CHALLENGE_OF.secondStep(ticket);
  return tryProof(deps, { user, proof: { code }, boundTo, attempt, fail: wrongCode, hold }, link);
}

export interface IdentityLink {
  issuer: string;
  sub: string;
  userId: number;
  /** Null: no password was required, because Google issues the address or the account is new. */
  passwordConfirmedAt: Date | null;
  client: Client;
}

/**
 * Links the account and ends every session that was open before, as it may be a stranger's. An existing link of a
 * deleted account moves to this one.
 */
export async function linkIdentity(
  { db, log }: SecurityDeps,
  { issuer, sub, userId, passwordConfirmedAt, client }: IdentityLink,
): Promise<void> {
  const link = { user_id: userId, password_confirmed_at: passwordConfirmedAt };
  await db
    .insertInto('external_identities')
    .values({ issuer, subject: sub, ...link })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(link))
    .execute();
  const reason = passwordConfirmedAt === null ? toLogReason(issuer) : 'PASSWORD';
  const event = issuer === GOOGLE ? 'GOOGLE_LINKED' : 'PROVIDER_LINKED';
  await recordSecurityEvent({ db, log }, { event, reason, accountId: userId, client });
  await endUserSessions({ db, log }, userId, { why: event, actorId: null, client });
}
