import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { withoutInvisible } from '../email.rules.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { SessionUser } from '../../../contract/session.ts';
import type * as contract from '../google.calls.ts';
import { mailActivationLink } from './account-links.ts';
import { selectUserByEmail } from './accounts.queries.ts';
import { linkIdentity, makeGoogleLink } from './google-link.ts';
import {
  GOOGLE,
  type GoogleUser,
  consumeNonce,
  isAuthoritative,
  notConfirmed,
  readGoogleToken,
} from './google-token.ts';
import { signInBySteps } from './second-factor/second-step.ts';
import { type FromPage, lockedLogin } from './sign-in-log.ts';
import { can, type HasRole } from '../../../contract/capabilities.ts';
import { staffCapabilities } from '../../../server/database/capability-conditions.ts';

const SESSION_FIELDS = ['id', 'email', 'username', 'phone', 'country', 'role', 'status'] as const;
type FoundUser = SessionUser & HasRole & { status: 'ACTIVE' | 'DEACTIVE' };
/** `needsPassword`: Google's token alone is not enough to sign in to this account. */
type Match = { user: FoundUser; needsPassword: boolean };

/**
 * Signs in to the account that belongs to this Google user, or creates one. An existing account with the same address
 * is linked only where Google itself issues the address; otherwise the response requests the account's password.
 */
export async function signInWithGoogle(
  deps: Deps,
  { client, device, language, token, ...input }: InputOf<typeof contract.signInWithGoogle> & FromPage,
): Promise<ReplyOf<typeof contract.signInWithGoogle>> {
  const { nonce, ...google } = await readGoogleToken(deps, input);
  const { user, needsPassword } = await deps.db.transaction().execute(async (tx) => {
    if (!(await consumeNonce(tx, deps, nonce)))
      throw notConfirmed({ reason: 'GOOGLE_TOKEN_USED', account: google.email });
    // Two windows at once create only one account, and a registration with this address comes before or after.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`google ${google.sub}`}, 0))`.execute(tx);
    const linking = { ...deps, db: tx, client, language, token };
    return (await findLinked(tx, google)) ?? (await matchByAddress(linking, google)) ?? makeAccount(linking, google);
  });
  if (user.status !== 'ACTIVE') throw lockedLogin({ account: google.email, accountId: user.id });
  if (needsPassword) return { link: await makeGoogleLink(deps, google.sub, user) };
  const from = { client, device, language, replaced: token };
  return deps.db.transaction().execute((tx) => signInBySteps({ ...deps, db: tx }, user, { reason: 'GOOGLE', ...from }));
}

type Identified = Omit<GoogleUser, 'nonce'>;
/** `db` is the transaction of the sign-in. */
type Linking = Pick<Deps, 'clock' | 'config' | 'log'> & { db: Database } & FromPage;

/** Finds the account by Google's subject, because the address may change. Administrators need a confirmed password. */
async function findLinked(tx: Database, { sub }: Identified): Promise<Match | null> {
  const linked = await tx
    .selectFrom('users')
    .innerJoin('external_identities', 'external_identities.user_id', 'users.id')
    .select(SESSION_FIELDS.map((field) => `users.${field}` as const))
    .select(staffCapabilities)
    .select('external_identities.password_confirmed_at')
    .where('external_identities.issuer', '=', GOOGLE)
    .where('external_identities.subject', '=', sub)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!linked) return null;
  const { password_confirmed_at, ...user } = linked;
  return { user, needsPassword: can(user, 'users.change') && password_confirmed_at === null };
}

/**
 * An account with an unconfirmed address may have been created by a stranger who waits for the owner to use it: its
 * password is removed before the owner gets in.
 */
async function matchByAddress({ db: tx, config, log, client }: Linking, google: Identified): Promise<Match | null> {
  const user = await selectUserByEmail(tx, google.email).select('verified').forUpdate().executeTakeFirst();
  if (!user) return null;
  const needsPassword = can(user, 'users.change') || !isAuthoritative(config, google);
  if (user.status !== 'ACTIVE' || needsPassword) return { user, needsPassword };
  if (!user.verified) {
    await tx.updateTable('users').set({ verified: true, password_hash: null }).where('id', '=', user.id).execute();
  }
  await linkIdentity({ db: tx, log }, { sub: google.sub, userId: user.id, passwordConfirmedAt: null, client });
  return { user, needsPassword: false };
}

/**
 * Creates an account. The address counts as confirmed where Google issues or hosts it; otherwise a mail confirms it.
 */
async function makeAccount(linking: Linking, google: Identified): Promise<Match> {
  const { db: tx, log, client } = linking;
  const name = withoutInvisible(google.name ?? '').trim() || google.email.split('@')[0] || google.email;
  const fields = { email: google.email, username: name.slice(0, 60), full_name: name.slice(0, 120) };
  const verified = google.hd !== undefined || isAuthoritative(linking.config, google);
  const made = await tx
    .insertInto('users')
    .values({ ...fields, password_hash: null, phone: '', country: '', verified, language: linking.language })
    // The address was registered at this very moment: link that account instead.
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('deleted_at', 'is', null)
        .doNothing(),
    )
    .returning([...SESSION_FIELDS, staffCapabilities])
    .executeTakeFirst();
  if (!made) return (await matchByAddress(linking, google)) as Match;
  if (!verified) await mailActivationLink(tx, linking, made);
  await linkIdentity({ db: tx, log }, { sub: google.sub, userId: made.id, passwordConfirmedAt: null, client });
  return { user: made, needsPassword: false };
}
