import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '../../../server/config.ts';
import type { Deps } from '../../../server/http/call.ts';
import { unavailable, wrongLogin, type Trace } from '../../../server/http/replies.ts';
import type { InputOf } from '../../endpoint.ts';
import { googleNotConfigured } from '../accounts.errors.ts';
import type * as contract from '../google.contract.ts';
import { readProof } from './google-nonce.ts';

export const GOOGLE = 'https://accounts.google.com';

/** Google spells itself both ways. */
const ISSUERS = [GOOGLE, 'accounts.google.com'];

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.maxLength(254), z.email()),
  // Never a text: "false" would count as true.
  email_verified: z.literal(true),
  name: z.optional(z.string()),
  /** The domain of an organisation whose accounts Google hosts. */
  hd: z.optional(z.string()),
  nonce: z.string(),
});
export type GoogleUser = z.output<typeof Claims>;

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();

/** Keys are fetched once and asked for again when a token names an unknown one. */
function keysAt(url: string): KeySet {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url));
  keySets.set(url, known);
  return known;
}

export const notConfirmed = (trace: Trace = { reason: 'GOOGLE_TOKEN' }) =>
  wrongLogin('errors.session.google_not_confirmed', trace);

/** Who signs in: only by a token that Google signed for us, that is still good, and for a proven address. */
export async function readGoogleToken(
  { clock, config, log, sessionSecret }: Pick<Deps, 'clock' | 'config' | 'log' | 'sessionSecret'>,
  { idToken, proof }: Pick<InputOf<typeof contract.signInWithGoogle>, 'idToken' | 'proof'>,
): Promise<GoogleUser> {
  if (config.google === null) throw googleNotConfigured();
  const { clientId, jwksUrl } = config.google;
  const { payload } = await jwtVerify(idToken, keysAt(jwksUrl), {
    algorithms: ['RS256'],
    issuer: ISSUERS,
    audience: clientId,
    requiredClaims: ['exp', 'sub', 'email'],
    currentDate: clock.now(),
  }).catch((error: unknown): { payload: JWTPayload } => {
    if (isOfTheToken(error)) throw notConfirmed();
    log.warn({ err: error }, 'the keys of Google cannot be read');
    throw unavailable();
  });
  const claims = z.safeParse(Claims, payload);
  const nonce = readProof({ clock, sessionSecret }, proof);
  if (!claims.success || nonce === null || claims.data.nonce !== nonce) throw notConfirmed();
  return claims.data;
}

/** Domains whose addresses only Google gives out. */
const GIVEN_OUT_BY_GOOGLE = ['gmail.com', 'googlemail.com'];

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * Whether who has this address at Google is the one who has its mailbox. Google asks everybody else for a mail once,
 * when the account there is made; the address may have another owner since.
 */
export function isAuthoritative({ google }: Pick<Config, 'google'>, { email, hd }: Omit<GoogleUser, 'nonce'>): boolean {
  const domain = domainOf(email);
  if (GIVEN_OUT_BY_GOOGLE.includes(domain)) return true;
  return hd !== undefined && hd.toLowerCase() === domain && (google?.hostedDomains.includes(domain) ?? false);
}

/** Otherwise the keys could not be had, and the token may be as good as any. */
function isOfTheToken(error: unknown): boolean {
  const isOfTheKeys =
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || isPlainJoseError(error);
  return error instanceof errors.JOSEError && !isOfTheKeys;
}

/** What jose throws when the address of the keys returns anything else. */
const isPlainJoseError = (error: unknown) => error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';
