import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { type HashPool, openHashPool } from '../../../server/hashing/hash-pool.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { findShopName } from '../../../server/texts.ts';
import { commonPassword, noPasswordYet, personalPassword, weakPassword } from '../accounts.errors.ts';
import { selectPasswordHash, selectUserByEmail } from './accounts.queries.ts';
import { type Guess, type Owner, findGuess, readKnownWords } from '../guessable-password.rules.ts';
import { type Attempt, beginAttempt, cancelAttempt, forgetFailures } from './password-attempts.ts';
import { originOfSession } from './sign-in-places.ts';
import type { Refusal } from '../../../contract/refusal.ts';

let opened: HashPool | undefined;

/** Returns the one pool of the process, whose threads are a share of the machine. */
const getHashPool = (): HashPool => (opened ??= openHashPool());

/** Caller for work that no visitor has caused, such as creating the first administrator. */
const PORTAL = 'portal';

/** Returns a password of 128 random bits, which its user has to replace at the first login. */
export const makePassword = (): string => randomBytes(16).toString('base64url');

interface NewPassword {
  password: string;
  owner?: Owner;
  /** The caller for which it waits to be hashed. */
  client?: string;
}

/** Hashes a new password with argon2id; refuses one that is easy to guess, also from what is known about its owner. */
export async function hashPassword(
  { db }: Pick<Deps, 'db'>,
  { password, owner = {}, client = PORTAL }: NewPassword,
): Promise<string> {
  await refuseGuessable(password, { shop: await findShopName(db), ...owner });
  return getHashPool().hash(normalizePassword(password), client);
}

/** The same characters may be typed as different ones, such as ü: one sign on one system, u and two dots on another. */
const normalizePassword = (password: string) => password.normalize('NFKC');

let dummyHash: Promise<string> | undefined;

/**
 * Takes the same time for an account that does not exist as for a wrong password. AS_TYPED: the hash was made before
 * passwords were stored in one form.
 */
async function matchPassword(
  passwordHash: string | null | undefined,
  password: string,
  client: string,
): Promise<'IN_ONE_FORM' | 'AS_TYPED' | null> {
  dummyHash ??= getHashPool().hash('no account has this password', PORTAL);
  const stored = passwordHash ?? (await dummyHash);
  const isStored = passwordHash !== null && passwordHash !== undefined;
  if (await getHashPool().verify(stored, normalizePassword(password), client)) return isStored ? 'IN_ONE_FORM' : null;
  if (normalizePassword(password) === password || !(await getHashPool().verify(stored, password, client))) return null;
  return isStored ? 'AS_TYPED' : null;
}

/**
 * Replaces a hash that was made of the password as it was typed. Returns the one that the password has by now; null
 * when it was changed meanwhile.
 */
async function hashAgain(
  { db }: Pick<Deps, 'db'>,
  account: string,
  { password, before, client }: { password: string; before: string; client: string },
): Promise<string | null> {
  const password_hash = await getHashPool().hash(normalizePassword(password), client);
  const replaced = await db
    .updateTable('users')
    .set({ password_hash })
    .where(sql`lower(email)`, '=', account)
    .where('deleted_at', 'is', null)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst();
  if (replaced) return password_hash;
  // Another log-in may have replaced it.
  const now = await selectUserByEmail(db, account).executeTakeFirst();
  const isSame = (await matchPassword(now?.password_hash, password, client)) === 'IN_ONE_FORM';
  return isSame ? (now?.password_hash ?? null) : null;
}

/** Returns the caller for which a password waits to be hashed. */
export const chooseHashClient = (client: Client, account: string): string =>
  client.isShared ? `account ${account}` : `network ${client.network}`;

/**
 * Checks a password, counts it when wrong, and forgets earlier failures when right. Rejects with 429 after too many
 * wrong ones (password-attempts.ts). Every password that a call checks goes through here. Returns the hash that it has
 * by now; null for a wrong one.
 */
export async function checkPassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  attempt: Attempt,
  { password, passwordHash }: { password: string; passwordHash: string | null | undefined },
): Promise<string | null> {
  const failureId = await beginAttempt(deps, attempt);
  const client = chooseHashClient(attempt.client, attempt.account);
  const match = await matchPassword(passwordHash, password, client).catch(async (error: unknown) => {
    await cancelAttempt(deps, failureId);
    throw error;
  });
  if (match === null || !passwordHash) return null;
  await forgetFailures(deps, attempt);
  if (match === 'IN_ONE_FORM') return passwordHash;
  return hashAgain(deps, attempt.account, { password, before: passwordHash, client });
}

/** Returns whether this is the signed-in user's password; limited like a login. Refuses when the account has none. */
export async function isOwnPassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Pick<Actor, 'id' | 'sessionId'>,
  { password, client }: { password: string; client: Client },
): Promise<boolean> {
  const user = await selectPasswordHash(deps.db, actor.id).select('email').executeTakeFirst();
  if (user?.password_hash === null) throw noPasswordYet();
  const attempt = { account: user?.email.toLowerCase() ?? '', ...originOfSession(actor, client) };
  return (await checkPassword(deps, attempt, { password, passwordHash: user?.password_hash })) !== null;
}

const REFUSALS: Record<Guess, () => Refusal> = {
  COMMON: commonPassword,
  PERSONAL: personalPassword,
  WEAK: weakPassword,
};

/** Throws when the password is weak, commonly used, or made of what is known about its owner, the shop or the trade. */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  const guess = findGuess(password, owner, await readKnownWords());
  if (guess !== null) throw REFUSALS[guess]();
}
