import type { Database } from '../../../../server/database/connect.ts';
import type { Deps } from '../../../../server/http/call.ts';
import type { NewPasskey, PasskeyAnswer } from '../../passkey-fields.ts';
import { takeChallenge } from './passkey-challenges.ts';
import { getRelyingParty } from './relying-party.ts';

/** Loaded when a passkey is first used: it takes 26 MB. */
const loadVerifier = () => import('@simplewebauthn/server');

/** Ed25519, ECDSA with P-256, RSA (COSE): what devices have. Node calls what else the library offers experimental. */
export const ALGORITHMS = [-8, -7, -257];

/** An answer whose signature is right; it counts once `usePasskey` has accepted its counter. */
export interface VerifiedAnswer {
  id: number;
  userId: number;
  counter: number;
}

/**
 * Checks the answer to a challenge, which is used up by it. Null when there is no such challenge, or the passkey,
 * its signature, the address of the page or the device's check of the person is wrong. `isOnlyStep`: the authenticator
 * has to say whose passkey it is.
 */
export async function verifyAnswer(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  answer: PasskeyAnswer,
  { boundTo, isOnlyStep = false }: { boundTo: string; isOnlyStep?: boolean },
): Promise<VerifiedAnswer | null> {
  const asked = await takeChallenge(deps, boundTo);
  const passkey = await deps.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'user_handle'])
    .where('credential_id', '=', answer.id)
    .executeTakeFirst();
  if (asked === undefined || passkey === undefined) return null;
  const { userHandle, ...response } = answer.response;
  if (userHandle === undefined ? isOnlyStep : userHandle !== passkey.user_handle) return null;
  const { rpID, origin } = getRelyingParty(deps.config);
  const { verifyAuthenticationResponse } = await loadVerifier();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: asked.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // The database compares the counter (`usePasskey`): 0 is compared with nothing here.
      credential: { id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    return verified ? { id: passkey.id, userId: passkey.user_id, counter: authenticationInfo.newCounter } : null;
  } catch {
    // The library throws for everything that is wrong with an answer.
    return null;
  }
}

/**
 * Notes the use of a passkey of this user and returns whether it counts. One statement decides: a counter that does not
 * rise means that there is a copy of the key, or that the answer was sent before. 0 both times: it does not count.
 */
export async function usePasskey(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  { id, counter }: VerifiedAnswer,
  userId: number,
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: clock.now() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export interface VerifiedPasskey {
  credential_id: string;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  user_handle: string;
}

/** Checks a new passkey against the challenge with which it was begun, which is used up by it. Null when it is wrong. */
export async function verifyNewPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  made: NewPasskey,
  boundTo: string,
): Promise<VerifiedPasskey | null> {
  const asked = await takeChallenge(deps, boundTo);
  if (asked === undefined || asked.user_handle === null) return null;
  const { rpID, origin } = getRelyingParty(deps.config);
  const { verifyRegistrationResponse } = await loadVerifier();
  try {
    if (!(await isWithoutCertificate(made))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      expectedChallenge: asked.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = made.response.transports ?? [];
    return { credential_id: id, public_key: publicKey, counter, transports, user_handle: asked.user_handle };
  } catch {
    return null;
  }
}

/**
 * We ask for no certificate of the authenticator's maker. The library would look up whether one is revoked, at an address
 * that the certificate names.
 */
async function isWithoutCertificate({ response }: NewPasskey): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
