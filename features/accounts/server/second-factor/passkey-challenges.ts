import { randomBytes } from 'node:crypto';
import type { Database } from '../../../../server/database/connect.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { hashToken } from '../link-tokens.ts';

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** What a challenge is for; an answer to it counts for nothing else. */
export const CHALLENGE_OF = {
  /** A log-in without a password. */
  signIn: (ticket: string) => `sign-in ${hashToken(ticket)}`,
  secondStep: (ticket: string) => `second step ${hashToken(ticket)}`,
  /** A passkey in place of a code, in an open session. */
  session: ({ sessionId }: { sessionId: string }) => `session ${sessionId}`,
  newPasskey: ({ sessionId }: { sessionId: string }) => `new passkey ${sessionId}`,
};

type ChallengeDeps = Pick<Deps, 'clock'> & { db: Database };

/** Makes a challenge, which replaces an earlier one for the same thing. */
export async function makeChallenge(
  { db, clock }: ChallengeDeps,
  boundTo: string,
  userHandle: string | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(randomBytes(32));
  const row = {
    challenge: Buffer.from(bytes).toString('base64url'),
    user_handle: userHandle,
    expires_at: new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS),
  };
  await db
    .insertInto('passkey_challenges')
    .values({ bound_to: boundTo, ...row })
    .onConflict((conflict) => conflict.column('bound_to').doUpdateSet(row))
    .execute();
  return bytes;
}

/** Returns the challenge and deletes it, whatever the answer is worth; undefined when there is none, or it is too old. */
export const takeChallenge = ({ db, clock }: ChallengeDeps, boundTo: string) =>
  db
    .deleteFrom('passkey_challenges')
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', clock.now().toISOString())
    .returning(['challenge', 'user_handle'])
    .executeTakeFirst();

/** Called every hour. */
export const removeOldChallenges = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.deleteFrom('passkey_challenges').where('expires_at', '<=', clock.now().toISOString()).execute();
