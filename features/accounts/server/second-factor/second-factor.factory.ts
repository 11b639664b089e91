import type { Deps } from '../../../../server/http/call.ts';
import { makeLink } from '../link-tokens.ts';
import { computeCode, encryptSecret, makeAuthenticatorSecret } from './authenticator-secret.ts';
import { makeRecoveryCodes } from './codes.ts';

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
