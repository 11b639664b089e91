import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ServerConfig } from '../../config.ts';
import { readSecret } from '../../secret-file.ts';
import { syncPath, writeSynced } from '../../sync-path.ts';

/** File in the data folder, and therefore in every backup: useless without the key from the environment. */
export const KEYRING_FILE = 'storage-keys.json';

const Keyring = z.object({
  /** The data key, wrapped with the key from the environment: nonce, tag and ciphertext, in base64. */
  wrapped: z.string(),
});

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type KeySettings = Pick<ServerConfig, 'dataDir' | 'storageKey' | 'storageKeyOld'>;

/** Returns the key from which every object's own key is derived. Null: nothing is encrypted, and nothing ever was. */
export async function openDataKey(settings: KeySettings): Promise<Buffer | null> {
  const { dataDir, storageKey, storageKeyOld } = settings;
  const path = join(dataDir, KEYRING_FILE);
  const text = await readSecret(path);
  if (storageKey === null) {
    if (text === null) return null;
    throw new Error(
      `The stored files are encrypted (${path}), and STORAGE_KEY is not set. Set it to the key they had.`,
    );
  }
  if (text === null) return makeDataKey(path, settings);
  const { wrapped } = Keyring.parse(JSON.parse(text));
  const dataKey = unwrap(wrapped, storageKey);
  if (dataKey !== null) return dataKey;
  const before = storageKeyOld === null ? null : unwrap(wrapped, storageKeyOld);
  if (before === null)
    throw new Error(
      `STORAGE_KEY is not the key of ${path}. Set it to that one; to change it, set the key before as STORAGE_KEY_OLD too.`,
    );
  await writeWrapped(path, settings, before, (draft) => rename(draft, path));
  return before;
}

/** Makes a data key. If two processes do so at once, the second uses that of the first. */
async function makeDataKey(path: string, settings: KeySettings): Promise<Buffer> {
  const dataKey = randomBytes(32);
  try {
    await writeWrapped(path, settings, dataKey, (draft) => placeNew(draft, path));
    return dataKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await openDataKey(settings)) as Buffer;
  }
}

/** Puts a draft in its place; fails if there is a file already. */
async function placeNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeWrapped(
  path: string,
  { dataDir, storageKey }: KeySettings,
  dataKey: Buffer,
  place: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`;
  await writeSynced(draft, `${JSON.stringify({ wrapped: wrap(dataKey, storageKey ?? '') })}\n`);
  await place(draft);
  await syncPath(dataDir);
}

const wrappingKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'tunedesk storage key', 32));

function wrap(dataKey: Buffer, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret), nonce);
  const sealed = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Returns null if it was wrapped with another key. */
function unwrap(wrapped: string, secret: string): Buffer | null {
  const bytes = Buffer.from(wrapped, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
