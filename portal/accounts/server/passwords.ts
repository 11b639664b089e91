import { openHashPool, type HashPool } from '../../../server/hashing/hash-pool.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { noPasswordYet } from '../accounts.errors.ts';
import { selectPasswordHash } from './accounts.queries.ts';
import type { Owner } from '../guessable-password.rules.ts';
import { refuseGuessable } from './guessable-passwords.ts';
import { beginAttempt, cancelAttempt, forgetFailures, type Attempt } from './password-attempts.ts';
import { originOfSession } from './sign-in-places.ts';

let opened: HashPool | undefined;

/** Returns the one pool of the process, whose threads are a share of the machine. */
const hashing = (): HashPool => (opened ??= openHashPool());

/** Caller for work that no visitor has caused, such as creating the first administrator. */
const PORTAL = 'portal';

/** Hashes a new password with argon2id; refuses one that is easy to guess, also from what is known about its owner. */
export async function hashPassword(password: string, owner: Owner = {}, client = PORTAL): Promise<string> {
  await refuseGuessable(password, owner);
  return hashing().hash(password, client);
}

let dummyHash: Promise<string> | undefined;

/** Takes the same time for an account that does not exist as for a wrong password. */
async function isPassword(passwordHash: string | null | undefined, password: string, client: string): Promise<boolean> {
  dummyHash ??= hashing().hash('no account has this password', PORTAL);
  const matches = await hashing().verify(passwordHash ?? (await dummyHash), password, client);
  return matches && passwordHash !== null && passwordHash !== undefined;
}

/** Returns the caller for which a password waits to be hashed. */
export const hashClientOf = (client: Client, account: string): string =>
  client.isShared ? `account ${account}` : `network ${client.network}`;

/**
 * Checks a password, counts it when wrong, and forgets earlier failures when right. Rejects with 429 after too many
 * wrong ones (password-attempts.ts). Every password that a call checks goes through here.
 */
export async function checkPassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  attempt: Attempt,
  { password, passwordHash }: { password: string; passwordHash: string | null | undefined },
): Promise<boolean> {
  const failureId = await beginAttempt(deps, attempt);
  const client = hashClientOf(attempt.client, attempt.account);
  const isRight = await isPassword(passwordHash, password, client).catch(async (error: unknown) => {
    await cancelAttempt(deps, failureId);
    throw error;
  });
  if (isRight) await forgetFailures(deps, attempt);
  return isRight;
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
  return checkPassword(deps, attempt, { password, passwordHash: user?.password_hash });
}
