import { CompactEncrypt, compactDecrypt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { hkdfSync } from 'node:crypto';
import type { Deps } from '../../../../server/http/call.ts';

/** The parameters that every authenticator app knows (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;

/** Codes of the period before and after count too, because clocks differ. */
const WINDOW = 1;

type Key = Pick<Deps, 'sessionSecret'>;

const getKey = ({ sessionSecret }: Key) =>
  new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'tunedesk second factor 1', 32));

export const makeAuthenticatorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Encrypts a secret for one user, so that a row copied to another user is of no use. */
export const encryptSecret = (key: Key, userId: number, secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ userId, secret })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(getKey(key));

/** Throws for what was not encrypted by this portal for this user. */
export async function decryptSecret(key: Key, userId: number, stored: string): Promise<string> {
  const { plaintext } = await compactDecrypt(stored, getKey(key));
  const found = JSON.parse(new TextDecoder().decode(plaintext)) as { userId: number; secret: string };
  if (found.userId !== userId) throw new Error('The secret of a second factor is of another user.');
  return found.secret;
}

/** Returns the address that a QR code shows to an authenticator app. */
export const composeUri = (secret: string, { shop, email }: { shop: string; email: string }): string =>
  new TOTP({ ...PARAMETERS, secret, issuer: shop, label: email }).toString();

/** Returns the period whose code this is, in numbers of 30 seconds since 1970; null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export const computeCode = (secret: string, now: Date): string =>
  new TOTP({ ...PARAMETERS, secret }).generate({ timestamp: now.getTime() });
