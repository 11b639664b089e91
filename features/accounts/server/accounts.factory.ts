import { makeLink } from './link-tokens.ts';
import { hash } from '@node-rs/argon2';
import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import type { UsersTable } from '../../../server/database/schema.ts';
import { openSession } from './sessions.ts';
import { staffCapabilities } from '../../../server/database/active-users.ts';

/** Password of every user that the factory builds. */
export const BUILT_PASSWORD = 'Petrol-Teal-26';

let builtHash: Promise<string> | undefined;
let serial = 0;

/** Builds a customer like those of a workshop, unless `fields` set otherwise. */
export async function buildUser(deps: Pick<Deps, 'db'>, fields: Partial<Insertable<UsersTable>> = {}) {
  // One cheap hash for all of them: no test that uses these users depends on the cost of hashing.
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
    .returning(['id', 'email', 'username', 'phone', 'country', 'role', staffCapabilities])
    .executeTakeFirstOrThrow();
}

/** Builds a user with a session; `token` goes into the Authorization header. */
export async function buildSignedIn(deps: Deps, fields: Partial<Insertable<UsersTable>> = {}) {
  const user = await buildUser(deps, fields);
  return { ...user, token: await openSession(deps, user) };
}

/** Builds a link as a mail would contain it, and returns its token. */
export async function buildLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  purpose: 'ACTIVATE' | 'RESET' | 'INVITE',
): Promise<string> {
  return makeLink(db, clock.now(), userId, purpose);
}

/** Builds an e-mail change whose link has not been opened yet, and returns the token of the link. */
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
