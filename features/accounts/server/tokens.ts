import { SignJWT, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';

/** Secret keys in the form jose takes; computed once, because every call verifies a token. */
const keys = new Map<string, Uint8Array>();

function getKey(secret: string): Uint8Array {
  const key = keys.get(secret) ?? new TextEncoder().encode(secret);
  keys.set(secret, key);
  return key;
}

/** HS256 with the portal's own secret: no other program verifies these tokens. */
const ALGORITHM = 'HS256';

export const signToken = (claims: JWTPayload, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' }).sign(getKey(secret));

/** Throws for a token that was not signed with this secret, that lacks a required claim, or that has expired. */
export async function verifyToken(
  token: string,
  secret: string,
  options: Omit<JWTVerifyOptions, 'algorithms'>,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, getKey(secret), { ...options, algorithms: [ALGORITHM] });
  return payload;
}
