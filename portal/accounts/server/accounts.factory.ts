import { makeLink } from './account-links.ts';
import { hash } from '@node-rs/argon2';
import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import type { UsersTable } from '../../../server/database/schema.ts';
import { openSession } from './sessions.ts';

/** What every built user logs in with. */
export const BUILT_PASSWORD = 'Petrol-Teal-26';

let builtHash: Promise<string> | undefined;
let serial = 0;

/** A customer like those of a workshop, unless set otherwise. */
export async function buildUser(deps: Pick<Deps, 'db'>, fields: Partial<Insertable<UsersTable>> = {}) {
  // One cheap hash for all of them: what a hash costs is not what these users are for.
  builtHash ??= hash(BUILT_PASSWORD, { memoryCost: 1024, timeCost: 1 });
  serial += 1;
  return deps.db
    .insertInto('users')
    .values({
      username: `workshop${serial}`,
      full_name: `Workshop ${serial}`,
      email: `workshop${serial}@example.com`,
      password_hash: await builtHash,
      phone: '+389 70 123 456',
      country: 'North Macedonia',
      verified: true,
      ...fields,
    })
    .returning(['id', 'email', 'username', 'phone', 'country', 'role'])
    .executeTakeFirstOrThrow();
}

/** A user with a session; `token` goes into the Authorization header. */
export async function buildSignedIn(deps: Deps, fields: Partial<Insertable<UsersTable>> = {}) {
  const user = await buildUser(deps, fields);
  return { ...user, token: await openSession(deps, user) };
}

/** A link as it would stand in a mail: returns its token. */
export async function buildLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  purpose: 'ACTIVATE' | 'RESET' | 'INVITE',
): Promise<string> {
  return makeLink(db, clock.now(), userId, purpose);
}

/** A change of the e-mail address whose link has not been opened: returns the link's token. */
export async function buildEmailChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  new_email: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest('hex');
  const expires_at = new Date(clock.now().getTime() + 3_600_000);
  const values = { token_hash, user_id: userId, new_email, session_id: 'none', expires_at };
  await db.insertInto('email_changes').values(values).execute();
  return token;
}
