import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Signs proofs with Ed25519. The public key must verify them for as long as any exist. */
export interface ProofKey {
  /** The 32 bytes as hexadecimal text. */
  publicKey: string;
  /** The form that people compare: SHA-256 of the public key, in groups of four. */
  fingerprint: string;
  /** 64 bytes as hexadecimal text. */
  sign(text: string): string;
}

const PUBLIC_KEY_BYTES = 32;

/**
 * Created at the first start. Proofs that were handed out name this very key, so it has to stay; it is part of a
 * backup.
 */
export async function loadOrCreateProofKey(secrets: Secrets): Promise<ProofKey> {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return proofKeyOf(createPrivateKey(await secrets.keep('proof-key', make)));
}

/** Creates a key that is stored nowhere, for tests. */
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
