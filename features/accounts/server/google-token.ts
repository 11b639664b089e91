import { type JWTPayload, createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../../server/config.ts';
import type { Deps } from '../../../server/http/call.ts';
import { type Trace, unavailable, wrongLogin } from '../../../server/http/replies.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { googleNotConfigured } from '../accounts.errors.ts';
import type * as contract from '../google.calls.ts';
import type { Database } from '../../../server/database/connect.ts';

export const GOOGLE = 'https://accounts.google.com';

/** Google uses both spellings of its issuer. */
const ISSUERS = [GOOGLE, 'accounts.google.com'];

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.maxLength(254), z.email()),
  // Never a string: "false" would count as true.
  email_verified: z.literal(true),
  name: z.optional(z.string()),
  /** The domain of an organisation whose accounts are hosted by Google. */
  hd: z.optional(z.string()),
  nonce: z.string(),
});
export type GoogleUser = z.output<typeof Claims>;

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();

/** Returns the keys, which are fetched once and again when a token names an unknown one. */
function keysAt(url: string): KeySet {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url));
  keySets.set(url, known);
  return known;
}

export const notConfirmed = (trace: Trace = { reason: 'GOOGLE_TOKEN' }) =>
  wrongLogin('errors.session.google_not_confirmed', trace);

/** Returns who signs in; accepts only an unexpired token that Google signed for this portal, for a verified address. */
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
    if (isTokenError(error)) throw notConfirmed();
    log.warn({ err: error }, 'the keys of Google cannot be read');
    throw unavailable();
  });
  const claims = z.safeParse(Claims, payload);
  const nonce = readProof({ clock, sessionSecret }, proof);
  if (!claims.success || nonce === null || claims.data.nonce !== nonce) throw notConfirmed();
  return claims.data;
}

/** Domains whose addresses are issued only by Google. */
const GIVEN_OUT_BY_GOOGLE = ['gmail.com', 'googlemail.com'];

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * Returns whether the owner of this address at Google also owns the mailbox. For other addresses, Google has a mail
 * confirmed only once, when the Google account is created; the address may have changed hands since.
 */
export function isAuthoritative({ google }: Pick<Config, 'google'>, { email, hd }: Omit<GoogleUser, 'nonce'>): boolean {
  const domain = domainOf(email);
  if (GIVEN_OUT_BY_GOOGLE.includes(domain)) return true;
  return hd !== undefined && hd.toLowerCase() === domain && (google?.hostedDomains.includes(domain) ?? false);
}

/**
 * Returns whether the token itself is at fault. If not, the keys could not be fetched, and the token may well be valid.
 */
function isTokenError(error: unknown): boolean {
  const isOfTheKeys =
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || isPlainJoseError(error);
  return error instanceof errors.JOSEError && !isOfTheKeys;
}

/** Matches what jose throws when the address of the keys returns anything else. */
const isPlainJoseError = (error: unknown) => error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';

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
function readProof(deps: Pick<Deps, 'clock' | 'sessionSecret'>, proof: string): string | null {
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
