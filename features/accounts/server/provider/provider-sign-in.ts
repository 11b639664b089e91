import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { unavailable, wrongLogin } from '../../../../server/http/replies.ts';
import { portalUrl } from '../../../../server/texts.ts';
import type * as contract from '../../provider.calls.ts';
import { type Identity, signInAs } from '../identity-sign-in.ts';
import type { FromPage } from '../sign-in-log.ts';
import { isUnreachable } from '../../../webhooks/server/open-fetch.ts';
import { loadLibrary, openClient } from './provider-client.ts';

/** Long enough to log in at the provider. */
const LIFETIME_MS = 60 * 60_000;

/** Where the provider sends browsers back to; the operator registers it there. */
const returnAddress = (config: Deps['config']): string => `${new URL(portalUrl(config)).origin}/login`;

const notConfirmed = (account?: string) =>
  wrongLogin('errors.session.provider_not_confirmed', { reason: 'PROVIDER_ANSWER', account });

/**
 * What belongs to one sign-in, all computed from a proof that only the browser has: nothing is stored before the answer
 * comes. Another provider or client makes other values of the same proof.
 */
function deriveSecrets({ sessionSecret, config }: Pick<Deps, 'sessionSecret' | 'config'>, proof: string) {
  const { issuer, clientId } = config.provider ?? {};
  const derive = (use: string) =>
    createHmac('sha256', sessionSecret)
      .update(JSON.stringify(['provider', use, issuer, clientId, proof]))
      .digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

export async function beginProviderSignIn(deps: Deps): Promise<ReplyOf<typeof contract.beginProviderSignIn>> {
  const client = await openClient(deps);
  const library = await loadLibrary();
  const proof = `${randomBytes(24).toString('base64url')}.${deps.clock.now().getTime() + LIFETIME_MS}`;
  const { state, nonce, verifier } = deriveSecrets(deps, proof);
  const address = library.buildAuthorizationUrl(client, {
    redirect_uri: returnAddress(deps.config),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, proof };
}

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.maxLength(254), z.email()),
  // Never a string: "false" would count as true.
  email_verified: z.literal(true),
  name: z.optional(z.string()),
});

/** Returns who the provider says it is; accepts only an answer to what this browser asked, for a verified address. */
async function readAnswer(
  deps: Deps,
  { answer, proof }: Pick<InputOf<typeof contract.signInWithProvider>, 'answer' | 'proof'>,
): Promise<Identity> {
  const client = await openClient(deps);
  const library = await loadLibrary();
  if (!(Number(proof.split('.')[1]) > deps.clock.now().getTime())) throw notConfirmed();
  const { state, nonce, verifier } = deriveSecrets(deps, proof);
  const address = new URL(returnAddress(deps.config));
  address.search = answer;
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
  try {
    const tokens = await library.authorizationCodeGrant(client, address, checks);
    let said: unknown = tokens.claims();
    const { sub, email } = said as { sub: string; email?: unknown };
    // Some providers put only the subject into the token.
    if (email === undefined) said = await library.fetchUserInfo(client, tokens.access_token, sub);
    const claims = z.safeParse(Claims, said);
    if (!claims.success) throw notConfirmed();
    const { issuer } = client.serverMetadata();
    return { ...claims.data, name: claims.data.name, issuer, ownsMailbox: false, isConfirmed: false, nonce };
  } catch (error) {
    if (isUnreachable(error)) {
      deps.log.warn({ err: error }, 'the identity provider does not answer');
      throw unavailable();
    }
    deps.log.info({ err: error }, 'what an identity provider has answered was refused');
    throw notConfirmed();
  }
}

/**
 * Signs in by the rules of Google's sign-in. The provider is not known to issue addresses: an account that has the address
 * is linked with its password, and the address of a new one is confirmed by a mail.
 */
export async function signInWithProvider(
  deps: Deps,
  { client, device, language, token, ...input }: InputOf<typeof contract.signInWithProvider> & FromPage,
): Promise<ReplyOf<typeof contract.signInWithProvider>> {
  const identity = await readAnswer(deps, input);
  return signInAs(deps, identity, { client, device, language, token }, () => notConfirmed(identity.email));
}
