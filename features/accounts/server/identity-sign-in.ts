import { type Transaction, sql } from 'kysely';
import type { HasRole } from '../../../contract/capabilities.ts';
import { can } from '../../../contract/capabilities.ts';
import type { SessionUser } from '../../../contract/session.ts';
import { staffCapabilities } from '../../../server/database/active-users.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { withoutInvisible } from '../email.rules.ts';
import type { GoogleLink } from '../google.calls.ts';
import type { SecondStep, SignedIn } from '../user.ts';
import { mailActivationLink } from './account-links.ts';
import { selectUserByEmail } from './accounts.queries.ts';
import { withdrawInvitation } from './colleague-invitations.ts';
import { statusToSignIn } from './companies.ts';
import { linkIdentity, makeIdentityLink, toLogReason } from './google-link.ts';
import { consumeNonce } from './google-token.ts';
import { signInBySteps } from './second-factor/second-step.ts';
import { type FromPage, holdAccount, lockedLogin } from './sign-in-log.ts';

/** A user whom an identity provider has confirmed, with a verified address. */
export interface Identity {
  issuer: string;
  sub: string;
  email: string;
  name: string | undefined;
  /** Whether whoever has this user at the provider also has the mailbox: the provider issues the address itself. */
  ownsMailbox: boolean;
  /** Whether the address of a new account counts as confirmed. */
  isConfirmed: boolean;
  nonce: string;
}

const SESSION_FIELDS = ['id', 'email', 'username', 'phone', 'country', 'role'] as const;
type FoundUser = SessionUser & HasRole & { status: 'ACTIVE' | 'DEACTIVE' };
/** `needsPassword`: what the provider says is not enough to sign in to this account. */
type Match = { user: FoundUser; needsPassword: boolean };

/** Throws what a second use of the same answer is refused with. */
type SpentAnswer = () => Error;

/**
 * Signs in to the account that belongs to this user of the provider, or creates one. An existing account with the same
 * address is linked only where the provider itself issues the address; otherwise the response requests the account's
 * password.
 */
export async function signInAs(
  deps: Deps,
  identity: Identity,
  { client, device, language, token }: FromPage & { device: string | undefined },
  spent: SpentAnswer,
): Promise<SignedIn | SecondStep | { link: GoogleLink }> {
  const { issuer, sub, email } = identity;
  const { user, needsPassword } = await deps.db.transaction().execute(async (tx) => {
    if (!(await consumeNonce(tx, deps, identity.nonce))) throw spent();
    // Two windows at once create only one account, and a registration with this address comes before or after.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${sub}`}, 0))`.execute(tx);
    const linking = { ...deps, db: tx, client, language, token };
    return (
      (await findLinked(tx, identity)) ?? (await matchByAddress(linking, identity)) ?? makeAccount(linking, identity)
    );
  });
  if (user.status !== 'ACTIVE') throw lockedLogin({ account: email, accountId: user.id });
  if (needsPassword) return { link: await makeIdentityLink(deps, sub, user, issuer) };
  const from = { client, device, language, replaced: token };
  return deps.db.transaction().execute(async (tx) => {
    await holdAccount(tx, { id: user.id, role: user.role }, spent);
    return signInBySteps({ ...deps, db: tx }, user, { reason: toLogReason(issuer), ...from });
  });
}

/** `db` is the transaction of the sign-in. */
type Linking = Pick<Deps, 'clock' | 'config' | 'log'> & { db: Transaction<Schema> } & FromPage;

/** Finds the account by the provider's subject, because the address may change. Administrators need a confirmed password. */
async function findLinked(tx: Database, { issuer, sub }: Identity): Promise<Match | null> {
  const linked = await tx
    .selectFrom('users')
    .innerJoin('external_identities', 'external_identities.user_id', 'users.id')
    .select(SESSION_FIELDS.map((field) => `users.${field}` as const))
    .select([staffCapabilities, statusToSignIn])
    .select('external_identities.password_confirmed_at')
    .where('external_identities.issuer', '=', issuer)
    .where('external_identities.subject', '=', sub)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!linked) return null;
  const { password_confirmed_at, ...user } = linked;
  return { user, needsPassword: can(user, 'users.change') && password_confirmed_at === null };
}

/**
 * An invitation of a customer is not accepted by signing in: it is withdrawn.
 *
 * An account with an unconfirmed address may have been created by a stranger who waits for the owner to use it: its
 * password is removed before the owner gets in.
 */
async function matchByAddress({ db: tx, log, clock, client }: Linking, identity: Identity): Promise<Match | null> {
  await withdrawInvitation(tx, { clock }, identity.email);
  const user = await selectUserByEmail(tx, identity.email).select('verified').forUpdate().executeTakeFirst();
  if (!user) return null;
  const needsPassword = can(user, 'users.change') || !identity.ownsMailbox;
  if (user.status !== 'ACTIVE' || needsPassword) return { user, needsPassword };
  if (!user.verified) {
    await tx.updateTable('users').set({ verified: true, password_hash: null }).where('id', '=', user.id).execute();
  }
  await linkIdentity({ db: tx, log }, { ...identity, userId: user.id, passwordConfirmedAt: null, client });
  return { user, needsPassword: false };
}

/** Creates an account. Where its address does not count as confirmed, a mail confirms it. */
async function makeAccount(linking: Linking, identity: Identity): Promise<Match> {
  const { db: tx, log, client } = linking;
  const { email, isConfirmed: verified } = identity;
  const name = withoutInvisible(identity.name ?? '').trim() || email.split('@')[0] || email;
  const fields = { email, username: name.slice(0, 60), full_name: name.slice(0, 120) };
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
    .returning([...SESSION_FIELDS, staffCapabilities, statusToSignIn])
    .executeTakeFirst();
  if (!made) return (await matchByAddress(linking, identity)) ?? makeAccount(linking, identity);
  if (!verified) await mailActivationLink(tx, linking, made);
  await linkIdentity({ db: tx, log }, { ...identity, userId: made.id, passwordConfirmedAt: null, client });
  return { user: made, needsPassword: false };
}
