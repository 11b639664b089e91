import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { wrongLogin } from '../../../server/http/replies.ts';
import type { InputOf } from '../../endpoint.ts';
import type { SessionUser } from '../accounts.contract.ts';
import type * as contract from '../google.contract.ts';
import { selectUserByEmail } from './accounts.queries.ts';
import { GOOGLE, readGoogleToken, type GoogleUser } from './google-token.ts';
import { endSessionsOf, openSession } from './sessions.ts';

const SESSION_FIELDS = ['id', 'email', 'username', 'phone', 'country', 'role', 'status'] as const;
type Found = SessionUser & { status: 'ACTIVE' | 'DEACTIVE' };

/** Signs in the account that belongs to this Google user, links one by its address, or makes one. */
export async function signInWithGoogle(
  deps: Deps,
  input: InputOf<typeof contract.signInWithGoogle>,
): Promise<{ token: string }> {
  const google = await readGoogleToken(deps, input);
  const user = await deps.db.transaction().execute(async (tx) => {
    // Two windows at once make one account, and a registration with this address comes before or after.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`google ${google.sub}`}, 0))`.execute(tx);
    return (await findLinked(tx, google)) ?? (await linkByAddress(tx, google)) ?? makeAccount(tx, google);
  });
  if (user.status !== 'ACTIVE') throw wrongLogin('This account is deactivated. Please contact support.');
  return { token: await openSession(deps, user) };
}

/** By what never changes: the address may have been changed at Google. */
const findLinked = (tx: Database, { sub }: GoogleUser): Promise<Found | undefined> =>
  tx
    .selectFrom('users')
    .innerJoin('external_identities', 'external_identities.user_id', 'users.id')
    .select(SESSION_FIELDS.map((field) => `users.${field}` as const))
    .where('external_identities.issuer', '=', GOOGLE)
    .where('external_identities.subject', '=', sub)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * An account whose address nobody has proved may have been made by somebody else, waiting for its owner: its password
 * and its sessions end before the owner gets in.
 */
async function linkByAddress(tx: Database, google: GoogleUser): Promise<Found | null> {
  const user = await selectUserByEmail(tx, google.email).select('verified').forUpdate().executeTakeFirst();
  if (!user) return null;
  if (user.status !== 'ACTIVE') return user;
  if (!user.verified) {
    await tx.updateTable('users').set({ verified: true, password_hash: null }).where('id', '=', user.id).execute();
    await endSessionsOf(tx, user.id);
  }
  await link(tx, google, user.id);
  return user;
}

async function makeAccount(tx: Database, google: GoogleUser): Promise<Found> {
  const name = google.name?.trim() || google.email.split('@')[0] || google.email;
  const fields = { email: google.email, username: name.slice(0, 60), full_name: name.slice(0, 120) };
  const made = await tx
    .insertInto('users')
    .values({ ...fields, password_hash: null, phone: '', country: '', verified: true })
    // Somebody registered with the address this very moment: then that account is the one to link.
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('deleted_at', 'is', null)
        .doNothing(),
    )
    .returning(SESSION_FIELDS)
    .executeTakeFirst();
  if (!made) return (await linkByAddress(tx, google)) as Found;
  await link(tx, google, made.id);
  return made;
}

/** An identity whose account was deleted goes over to the new one. */
const link = (tx: Database, { sub }: GoogleUser, userId: number) =>
  tx
    .insertInto('external_identities')
    .values({ issuer: GOOGLE, subject: sub, user_id: userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId }))
    .execute();
