import { CompactEncrypt, compactDecrypt } from 'jose';
import { hkdfSync } from 'node:crypto';
import type { Deps } from '../../../../server/http/call.ts';

type Key = Pick<Deps, 'sessionSecret'>;

const getKey = ({ sessionSecret }: Key) =>
  new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'tunedesk identity provider 1', 32));

/** Encrypts what the provider knows the portal by: whoever reads the tables cannot pass for it. */
export const encryptClientSecret = (key: Key, secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(getKey(key));

export const decryptClientSecret = async (key: Key, stored: string): Promise<string> =>
  new TextDecoder().decode((await compactDecrypt(stored, getKey(key))).plaintext);
