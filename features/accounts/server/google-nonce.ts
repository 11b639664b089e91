import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { googleNotConfigured } from '../accounts.errors.ts';
import type * as contract from '../google.calls.ts';

/** Long enough for the page to stay open for a while before the sign-in. */
const LIFETIME_MS = 60 * 60_000;

/** Issues a nonce for Google and a proof that this browser requested it. Nothing is stored before the nonce is used. */
export async function beginGoogleSignIn(
  deps: Pick<Deps, 'clock' | 'config' | 'sessionSecret'>,
): Promise<ReplyOf<typeof contract.beginGoogleSignIn>> {
  if (deps.config.google === null) throw googleNotConfigured();
  const expiresAt = deps.clock.now().getTime() + LIFETIME_MS;
  const proof = `${randomBytes(24).toString('base64url')}.${expiresAt}`;
  return { nonce: computeNonce(deps, proof), proof };
}

/** Computes the nonce. The nonce is visible in Google's token, but the proof cannot be computed from it. */
const computeNonce = ({ sessionSecret }: Pick<Deps, 'sessionSecret'>, proof: string): string =>
  createHmac('sha256', sessionSecret).update(`google nonce ${proof}`).digest('base64url');

/** Returns the nonce that belongs to the proof; null when the proof has expired or was never issued in this form. */
export function readProof(deps: Pick<Deps, 'clock' | 'sessionSecret'>, proof: string): string | null {
  const expiresAt = Number(proof.split('.')[1]);
  return expiresAt > deps.clock.now().getTime() ? computeNonce(deps, proof) : null;
}

/** Returns false when the nonce was used before; the database decides, so only one of two concurrent calls succeeds. */
export async function consumeNonce(tx: Database, { clock }: Pick<Deps, 'clock'>, nonce: string): Promise<boolean> {
  const expires_at = new Date(clock.now().getTime() + LIFETIME_MS);
  const used = await tx
    .insertInto('used_google_nonces')
    .values({ nonce, expires_at })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return used !== undefined;
}

/** Called every hour: deletes nonces that have expired and could not be used again anyway. */
export const removeOldNonces = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('used_google_nonces')
    .where('expires_at', '<', clock.now() as unknown as string)
    .execute();
