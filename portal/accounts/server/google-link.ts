import { createSigner, createVerifier } from 'fast-jwt';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { wrongLogin } from '../../../server/http/replies.ts';
import type { InputOf } from '../../endpoint.ts';
import { linkTicketSpent, noPasswordToLink, wrongPasswordToLink } from '../accounts.errors.ts';
import type * as contract from '../google.contract.ts';
import { selectUserById } from './accounts.queries.ts';
import { useOnce } from './google-nonce.ts';
import { GOOGLE } from './google-token.ts';
import { checkPassword } from './passwords.ts';
import { endSessionsOf, openSession } from './sessions.ts';
import { findOrigin, rememberPlaces } from './sign-in-places.ts';

const AUDIENCE = 'tunedesk-google-link';
const LIFETIME_MS = 10 * 60_000;

const Ticket = z.object({
  jti: z.string(),
  /** The user at Google. */
  sub: z.string(),
  user_id: z.int(),
  email: z.string(),
  exp: z.number(),
});

/** What the browser gets when the account's password is needed before it is linked with a user of Google. */
export function makeGoogleLink(
  { clock, sessionSecret }: Pick<Deps, 'clock' | 'sessionSecret'>,
  googleSub: string,
  user: { id: number; email: string },
): contract.GoogleLink {
  const exp = Math.floor((clock.now().getTime() + LIFETIME_MS) / 1000);
  const sign = createSigner({ key: sessionSecret, algorithm: 'HS256' });
  const ticket = sign({ aud: AUDIENCE, jti: randomUUID(), sub: googleSub, user_id: user.id, email: user.email, exp });
  return { email: user.email, ticket };
}

function readTicket({ clock, sessionSecret }: Pick<Deps, 'clock' | 'sessionSecret'>, ticket: string) {
  const requiredClaims = ['aud', 'jti', 'sub', 'exp'];
  try {
    const verify = createVerifier({
      key: sessionSecret,
      algorithms: ['HS256'],
      allowedAud: AUDIENCE,
      requiredClaims,
      clockTimestamp: clock.now().getTime(),
    });
    return Ticket.parse(verify(ticket));
  } catch {
    throw linkTicketSpent();
  }
}

/** Links the account with the user of Google after its password, ends the sessions it had, and signs in. */
export async function linkGoogle(
  deps: Deps,
  { ticket, password, device, client }: InputOf<typeof contract.linkGoogle> & { client: Client },
): Promise<{ token: string }> {
  const { jti, sub, user_id, email } = readTicket(deps, ticket);
  const user = await selectUserById(deps.db, user_id).executeTakeFirst();
  if (!user || user.email !== email) throw linkTicketSpent();
  if (user.password_hash === null) throw noPasswordToLink();
  const attempt = { account: email.toLowerCase(), ...(await findOrigin(deps, user.id, { client, device })) };
  const isRight = await checkPassword(deps, attempt, { password, passwordHash: user.password_hash });
  if (!isRight) throw wrongPasswordToLink();
  if (user.status !== 'ACTIVE') throw wrongLogin('This account is deactivated. Please contact support.');
  await deps.db.transaction().execute(async (tx) => {
    if (!(await useOnce(tx, deps, jti))) throw linkTicketSpent();
    await linkIdentity(tx, { sub, userId: user.id, passwordConfirmedAt: deps.clock.now() });
    await rememberPlaces({ ...deps, db: tx }, user.id, { client, device });
  });
  return { token: await openSession(deps, user) };
}

/** Every session that was open before ends: it may be of somebody else. A link of a deleted account goes over. */
export async function linkIdentity(
  tx: Database,
  { sub, userId, passwordConfirmedAt }: { sub: string; userId: number; passwordConfirmedAt: Date | null },
): Promise<void> {
  const link = { user_id: userId, password_confirmed_at: passwordConfirmedAt };
  await tx
    .insertInto('external_identities')
    .values({ issuer: GOOGLE, subject: sub, ...link })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(link))
    .execute();
  await endSessionsOf(tx, userId);
}
