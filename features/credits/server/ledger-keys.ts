import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '../../../server/config.ts';
import { readSecret } from '../../../server/secret-file.ts';
import type { Unit } from '../credits.calls.ts';

/** In the data folder, and part of every backup: a ledger without its keys cannot be verified. */
export const KEYS_FILE = 'ledger-keys.json';

const KEY_BYTES = 32;

/** The key that seals and all keys that verify, by their ids, which reveal nothing about the keys themselves. */
export interface LedgerKeys {
  current: string;
  all: ReadonlyMap<string, Buffer>;
}

/** What the key seals of an account: every amount, and its owner. */
export interface Head {
  id: number;
  user_id: number;
  unit: Unit;
  version: number;
  balance_cents: number;
  seal: Buffer;
}

export interface SealedHead extends Head {
  mac: Buffer | null;
  mac_key: string | null;
}

type KeyConfig = Pick<Config, 'dataDir' | 'ledgerKey' | 'ledgerKeysOld'>;

const KeysFile = z.object({ current: z.string(), keys: z.record(z.string(), z.string()) });
type KeysFile = z.output<typeof KeysFile>;

const idOf = (key: Buffer) =>
  createHash('sha256').update('tunedesk ledger key id\n').update(key).digest('hex').slice(0, 12);

/** Reads the keys. LEDGER_KEY seals when set, otherwise the data folder's own key; null when there is none yet. */
export async function readLedgerKeys({ dataDir, ledgerKey, ledgerKeysOld }: KeyConfig): Promise<LedgerKeys | null> {
  const stored = await readKeysFile(dataDir);
  const all = new Map<string, Buffer>();
  for (const text of Object.values(stored?.keys ?? {})) addKey(all, Buffer.from(text, 'base64url'));
  for (const text of ledgerKeysOld) addKey(all, Buffer.from(text, 'utf8'));
  const current = ledgerKey === null ? stored?.current : addKey(all, Buffer.from(ledgerKey, 'utf8'));
  return current === undefined ? null : { current, all };
}

function addKey(all: Map<string, Buffer>, key: Buffer): string {
  const id = idOf(key);
  all.set(id, key);
  return id;
}

/** Generates a new key that seals from now on; earlier ones stay for verifying. */
export async function generateLedgerKey(dataDir: string): Promise<void> {
  const key = randomBytes(KEY_BYTES);
  const before = await readKeysFile(dataDir);
  const keys = { ...before?.keys, [idOf(key)]: key.toString('base64url') };
  const path = join(dataDir, KEYS_FILE);
  // Whenever the process is killed, the file is never half written.
  const handle = await open(`${path}.new`, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${JSON.stringify({ current: idOf(key), keys } satisfies KeysFile, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
}

async function readKeysFile(dataDir: string): Promise<KeysFile | null> {
  const text = await readSecret(join(dataDir, KEYS_FILE));
  if (text === null) return null;
  const parsed = KeysFile.safeParse(parseJson(text));
  if (parsed.success && parsed.data.current in parsed.data.keys) return parsed.data;
  throw new Error(`${join(dataDir, KEYS_FILE)} is damaged. Please take it from a backup: it holds the ledger's keys.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function computeMac({ all }: LedgerKeys, keyId: string, text: string): Buffer {
  const key = all.get(keyId);
  if (!key) throw new Error(`the ledger key ${keyId} is not here`);
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

const textOf = (head: Head) =>
  [
    'tunedesk account 1',
    head.id,
    head.user_id,
    head.unit,
    head.version,
    head.balance_cents,
    head.seal.toString('hex'),
  ].join('\n');

export const computeHeadMac = (keys: LedgerKeys, head: Head): Buffer => computeMac(keys, keys.current, textOf(head));

/** Whether one of our keys sealed the account as it is now. An account without entries needs no seal. */
export function isAuthentic(keys: LedgerKeys, head: SealedHead): boolean {
  if (isEmpty(head)) return true;
  if (head.mac === null || head.mac_key === null || !keys.all.has(head.mac_key)) return false;
  return isEqual(head.mac, computeMac(keys, head.mac_key, textOf(head)));
}

const isEmpty = ({ version, balance_cents, seal, mac }: SealedHead) =>
  version === 0 && balance_cents === 0 && seal.length === 0 && mac === null;

export const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
