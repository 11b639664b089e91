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

/** One pool for the whole process: its threads are a share of the machine. */
const hashing = (): HashPool => (opened ??= openHashPool());

/** For work that no visitor has caused, such as the first administrator. */
const PORTAL = 'portal';

/** Hashes a new password with argon2id; refuses one that is easy to guess, also for what is known of its owner. */
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

/** Whose turn it is when passwords wait to be hashed. */
export const hashClientOf = (client: Client, account: string): string =>
  client.isShared ? `account ${account}` : `network ${client.network}`;

/**
 * Checks a password, counts a wrong one, and forgets earlier ones after the right one. Rejects with 429 when too many
 * were wrong (password-attempts.ts). Every password that is checked for a call comes through here.
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

/** Whether this is the password of the signed-in user; limited like a login. Refuses when the account has none. */
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
