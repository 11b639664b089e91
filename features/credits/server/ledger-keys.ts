import { createHash, randomBytes } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '../../../server/config.ts';
import { readSecret } from '../../../server/secret-file.ts';
import type { LedgerKeys, LedgerSeal } from './ledger-seal.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';

/** In the data folder, and part of every backup: a ledger without its keys cannot be verified. */
export const KEYS_FILE = 'ledger-keys.json';

const KEY_BYTES = 32;

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

/** Returns the portal's keys, or null when it has none yet. Throws when the ledger is sealed but its keys are gone. */
export async function findKeys(db: Kysely<Schema>, config: KeyConfig): Promise<LedgerKeys | null> {
  const found = await readLedgerKeys(config);
  if (found !== null) return found;
  const sealed = await db
    .selectFrom('credit_accounts')
    .select('mac_key')
    .where('mac_key', 'is not', null)
    .executeTakeFirst();
  if (!sealed) return null;
  throw new Error(
    `The ledger is sealed with the key ${sealed.mac_key}, and neither LEDGER_KEY nor ${config.dataDir} has one. ` +
      `Restore ${KEYS_FILE} from a backup of the data folder, or set LEDGER_KEY as it was.`,
  );
}

/** Opens the seal. Generates the keys at the first start, but never for a ledger that another key has sealed. */
export async function openLedgerSeal(db: Kysely<Schema>, config: KeyConfig): Promise<LedgerSeal> {
  const { dataDir } = config;
  const found = await findKeys(db, config);
  if (found !== null) return { keys: found, dataDir };
  await generateLedgerKey(dataDir);
  const keys = await readLedgerKeys(config);
  if (keys === null) throw new Error(`No ledger key could be made in ${dataDir}.`);
  return { keys, dataDir };
}
