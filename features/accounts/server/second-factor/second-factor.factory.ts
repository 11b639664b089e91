import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../../server/http/call.ts';
import { makeLink } from '../link-tokens.ts';
import { computeCode, encryptSecret, makeAuthenticatorSecret } from './authenticator-secret.ts';
import { buildAuthenticator } from './authenticator.factory.ts';
import { makeRecoveryCodes } from './codes.ts';
import { CHALLENGE_OF, makeChallenge } from './passkey-challenges.ts';

/** Gives a user a second factor that counts; `isBegun`: one that no code has confirmed yet. */
export async function buildSecondFactor(deps: Deps, userId: number, { isBegun = false } = {}) {
  const secret = makeAuthenticatorSecret();
  const stored = await encryptSecret(deps, userId, secret);
  const confirmed_at = isBegun ? null : deps.clock.now();
  await deps.db.insertInto('second_factors').values({ user_id: userId, secret: stored, confirmed_at }).execute();
  const recoveryCodes = isBegun ? [] : await makeRecoveryCodes(deps.db, userId);
  return { secret, recoveryCodes, code: () => computeCode(secret, deps.clock.now()) };
}

/** Returns what the log-in gives to a browser that has sent the right password of this user. */
export const buildSecondStep = (deps: Pick<Deps, 'db' | 'clock'>, userId: number): Promise<string> =>
  makeLink(deps.db, deps.clock.now(), userId, 'SECOND_STEP');

/** Gives a user a passkey, which is in the returned authenticator. */
export async function buildPasskey(deps: Deps, userId: number, { counter = 0, name = 'Laptop' } = {}) {
  const user_handle = randomUUID();
  const authenticator = buildAuthenticator(deps.config, user_handle);
  const { credentialId: credential_id, publicKey: public_key } = authenticator;
  const { id } = await deps.db
    .insertInto('passkeys')
    .values({ user_id: userId, credential_id, public_key, counter, user_handle, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...authenticator, id };
}

/** Makes a challenge as a browser gets it. */
export const buildChallenge = async (deps: Deps, boundTo: string, userHandle: string | null = null) => ({
  challenge: Buffer.from(await makeChallenge(deps, boundTo, userHandle)).toString('base64url'),
});

/** Returns what a browser sends to log in with a passkey of this user. */
export async function buildPasskeySignIn(deps: Deps, userId: number) {
  const ticket = randomUUID();
  const passkey = await buildPasskey(deps, userId);
  return { ticket, passkey: passkey.answer(await buildChallenge(deps, CHALLENGE_OF.signIn(ticket))) };
}
