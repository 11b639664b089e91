import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { SessionUser } from '../../../contract/session.ts';
import { signToken, verifyToken } from './tokens.ts';

const ISSUER = 'tunedesk';
const AUDIENCE = 'tunedesk-web';

/** 128 random bits, in the form of a UUID, which has 122. */
export const makeSessionId = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

interface TokenFacts {
  id: string;
  nowMs: number;
  expiresAt: number;
  sessionSecret: string;
}

/** The `sub` claim is for the browser; the server trusts only `jti`. */
export function composeToken(user: SessionUser, { id, nowMs, expiresAt, sessionSecret }: TokenFacts): Promise<string> {
  const claims = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: JSON.stringify(pickSessionUser(user)),
    jti: id,
    iat: Math.floor(nowMs / 1000),
    exp: Math.floor(expiresAt / 1000),
  };
  return signToken(claims, sessionSecret);
}

/** The server reads no capabilities from the token: they are for the screens. */
function pickSessionUser(user: SessionUser): Omit<SessionUser, 'staff_capabilities'> & Partial<SessionUser> {
  const { id, email, username, phone, country, role, staff_capabilities: own } = user;
  const { must_change_password: must, must_add_second_factor: add, view_only, colleague_id } = user;
  return {
    id,
    email,
    username,
    phone,
    country,
    role,
    ...(own !== null && { staff_capabilities: own }),
    ...(must && { must_change_password: must }),
    ...(add && { must_add_second_factor: add }),
    ...(view_only && { view_only }),
    ...(colleague_id !== undefined && { colleague_id }),
  };
}

const CACHED_TOKENS = 2000;

interface SessionClaims {
  jti: string;
  sub: string;
  exp: number;
}

/**
 * Verified tokens, the latest last: every call reads its token twice, for its place in the queue and for its session.
 */
const verified = new Map<string, SessionClaims>();

/** Throws for a token that this portal did not issue, whether or not its session is open. */
export async function readClaims(token: string, secret: string): Promise<SessionClaims> {
  const name = `${secret} ${token}`;
  const claims = verified.get(name) ?? (await verifyClaims(token, secret));
  verified.delete(name);
  verified.set(name, claims);
  const [oldest] = verified.keys();
  if (verified.size > CACHED_TOKENS && oldest !== undefined) verified.delete(oldest);
  return claims;
}

const verifyClaims = (token: string, secret: string) =>
  verifyToken(token, secret, {
    issuer: ISSUER,
    audience: AUDIENCE,
    // A missing claim is not compared with anything, so it must be required.
    requiredClaims: ['jti', 'sub', 'exp'],
    // The session row decides by our own clock whether the session has expired.
    currentDate: new Date(0),
  }) as Promise<JWTPayload & SessionClaims>;
