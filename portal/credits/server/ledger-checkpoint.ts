import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { computeMac, isEqual, type Head, type LedgerKeys } from './ledger-keys.ts';

/** In the data folder, and in no backup (`server/backup/data-folder.ts`): it is about this very database. */
export const CHECKPOINT_FILE = 'ledger-checkpoint';

/** How far an account had got when everything was verified the last time. */
export type Mark = Pick<Head, 'id' | 'version' | 'balance_cents' | 'seal'>;

export interface Checkpoint {
  madeAt: string;
  marks: ReadonlyMap<number, Mark>;
}

/**
 * Outside of the database, so that a database which was set back to an earlier state, with seals that were right then,
 * is found. One line for the key and the time, then one per account that has entries.
 */
export async function writeCheckpoint(dataDir: string, keys: LedgerKeys, heads: readonly Mark[]): Promise<void> {
  const lines = heads
    .filter(({ version }) => version > 0)
    .map(({ id, version, balance_cents, seal }) => `${id} ${version} ${balance_cents} ${seal.toString('hex')}\n`);
  const body = `${new Date().toISOString()}\n${lines.join('')}`;
  const path = join(dataDir, CHECKPOINT_FILE);
  const draft = `${path}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${keys.current} ${sealOf(keys, keys.current, body).toString('hex')}\n${body}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

const sealOf = (keys: LedgerKeys, keyId: string, body: string) =>
  computeMac(keys, keyId, `tunedesk checkpoint 1\n${body}`);

/** Null: there was none yet. `damaged`: none of our keys sealed it. */
export async function readCheckpoint(dataDir: string, keys: LedgerKeys): Promise<Checkpoint | null | 'damaged'> {
  const text = await readFile(join(dataDir, CHECKPOINT_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [, keyId = '', mac = '', body = ''] = /^(\w+) ([0-9a-f]{64})\n(.*)$/s.exec(text) ?? [];
  if (!keys.all.has(keyId) || !isEqual(Buffer.from(mac, 'hex'), sealOf(keys, keyId, body))) return 'damaged';
  const [madeAt = '', ...lines] = body.trimEnd().split('\n');
  return { madeAt, marks: new Map(lines.map(readMark)) };
}

function readMark(line: string): [number, Mark] {
  const [id, version, balance, seal = ''] = line.split(' ');
  return [
    Number(id),
    { id: Number(id), version: Number(version), balance_cents: Number(balance), seal: Buffer.from(seal, 'hex') },
  ];
}
