import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { ServerConfig } from './config.ts';
import type { Schema } from './database/schema.ts';
import { loadOrCreateSecret, readSecret } from './secret-file.ts';

/** Each secret, and the file of the data folder in which versions before this table stored it. */
const FILES = {
  'session-secret': 'session-secret',
  'proof-key': 'proof-key.pem',
  'push-keys': 'push-keys.json',
  'webhook-secret': 'webhook-secret',
} as const;

export type SecretName = keyof typeof FILES;

/** File in the data folder with the key that decrypts the secrets in the database, when SECRETS_KEY is not set. */
export const SECRETS_KEY_FILE = 'secrets-key';

export interface Secrets {
  /** Returns the same text at every start of every process of the portal; calls `make` if there is none yet. */
  keep(name: SecretName, make: () => string): Promise<string>;
}

interface Key {
  id: string;
  bytes: Buffer;
}

type SecretsConfig = Pick<ServerConfig, 'dataDir' | 'secretsKey'>;

/**
 * Opens the portal's own secrets, which all its processes share: they are in the database, encrypted with a key that is
 * stored elsewhere. A secret that cannot be decrypted stops the start: creating it again would destroy what cannot be
 * restored.
 */
export async function openSecrets(db: Kysely<Schema>, config: SecretsConfig): Promise<Secrets> {
  const keys = await readKeys(db, config);
  return {
    async keep(name, make) {
      const stored = await findSecret(db, name);
      if (stored === undefined) {
        const text = (await readSecret(join(config.dataDir, FILES[name]))) ?? make();
        await writeSecret(db, name, encrypt(keys[0], name, text));
        return text;
      }
      const key = keys.find(({ id }) => id === stored.key_id);
      if (key === undefined) throw noKey(config);
      const text = decrypt(key, name, stored.body);
      if (key !== keys[0]) await writeSecret(db, name, encrypt(keys[0], name, text));
      return text;
    },
  };
}

/**
 * The first key encrypts. With SECRETS_KEY, secrets encrypted with the folder's key are still read, and re-encrypted.
 */
async function readKeys(db: Kysely<Schema>, config: SecretsConfig): Promise<[Key, ...Key[]]> {
  const path = join(config.dataDir, SECRETS_KEY_FILE);
  const own = await readSecret(path);
  if (config.secretsKey !== null) {
    return [keyOf(config.secretsKey), ...(own === null ? [] : [keyOf(own.trim())])];
  }
  if (own !== null) return [keyOf(own.trim())];
  const isUsed = await db.selectFrom('secrets').select('name').limit(1).executeTakeFirst();
  if (isUsed !== undefined) throw noKey(config);
  return [keyOf(await loadOrCreateSecret(path))];
}

const noKey = ({ dataDir }: SecretsConfig) =>
  new Error(
    `The secrets in the database are encrypted with a key that is neither in SECRETS_KEY nor in ${dataDir}. ` +
      `Set SECRETS_KEY as it was, or restore ${SECRETS_KEY_FILE} from a backup of the data folder.`,
  );

const keyOf = (text: string): Key => ({
  id: createHash('sha256').update('tunedesk secrets key id\n').update(text).digest('hex').slice(0, 12),
  bytes: Buffer.from(hkdfSync('sha256', text, '', 'tunedesk secrets 1', 32)),
});

const findSecret = (db: Kysely<Schema>, name: SecretName) =>
  db.selectFrom('secrets').select(['body', 'key_id']).where('name', '=', name).executeTakeFirst();

const writeSecret = (db: Kysely<Schema>, name: SecretName, sealed: { body: Buffer; key_id: string }) =>
  db
    .insertInto('secrets')
    .values({ name, ...sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(sealed))
    .execute();

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The tag also covers the name, so that one secret cannot be swapped for another. */
function encrypt(key: Key, name: SecretName, text: string): { body: Buffer; key_id: string } {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { body: Buffer.concat([iv, cipher.getAuthTag(), encrypted]), key_id: key.id };
}

function decrypt(key: Key, name: SecretName, body: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(body.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(body.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error(`The secret "${name}" in the database is damaged. Please restore the database from a backup.`);
  }
}
