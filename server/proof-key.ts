import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSecret } from './secret-file.ts';

/** Signs proofs with Ed25519. The public half verifies them for as long as there are any. */
export interface ProofKey {
  /** The 32 bytes as hexadecimal text. */
  publicKey: string;
  /** What people compare: SHA-256 of the public key, in groups of four. */
  fingerprint: string;
  /** 64 bytes as hexadecimal text. */
  sign(text: string): string;
}

const FILE = 'proof-key.pem';
const PUBLIC_KEY_BYTES = 32;

/** Made at the first start. Proofs that were given away name this very key, so it has to stay; it is part of a backup. */
export async function keepProofKey(dataDir: string): Promise<ProofKey> {
  const path = join(dataDir, FILE);
  const stored = await readSecret(path);
  if (stored !== null) return proofKeyOf(createPrivateKey(stored));
  const { privateKey } = generateKeyPairSync('ed25519');
  // Never half a key, whenever the program is killed.
  await writeFile(`${path}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return proofKeyOf(privateKey);
}

/** A key that is stored nowhere, for tests. */
export const makeProofKey = (): ProofKey => proofKeyOf(generateKeyPairSync('ed25519').privateKey);

function proofKeyOf(privateKey: KeyObject): ProofKey {
  const encoded = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const raw = encoded.subarray(encoded.length - PUBLIC_KEY_BYTES);
  const digest = createHash('sha256').update(raw).digest('hex');
  return {
    publicKey: raw.toString('hex'),
    fingerprint: digest.slice(0, 32).replaceAll(/(.{4})(?!$)/g, '$1 '),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('hex'),
  };
}
