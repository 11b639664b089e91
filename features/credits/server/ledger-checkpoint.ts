import { join } from 'node:path';
import { open, readFile, rename } from 'node:fs/promises';
import { type Head, type LedgerKeys, computeMac, isEqual } from './ledger-keys.ts';

/** In the data folder, and in no backup (`server/backup/data-folder.ts`), as it belongs to this very database. */
export const CHECKPOINT_FILE = 'ledger-checkpoint';

const PURPOSE = 'tunedesk checkpoint 1';

/** State of an account when everything was last verified. */
export type Mark = Pick<Head, 'id' | 'version' | 'balance_cents' | 'seal'>;

export interface Checkpoint {
  madeAt: string;
  marks: ReadonlyMap<number, Mark>;
}

/**
 * Writes the checkpoint outside the database, so that a database which was set back to an earlier state, with seals
 * that were right then, is detected. Starts with the key and the time, followed by one line per account that has
 * entries.
 */
export async function writeCheckpoint(dataDir: string, keys: LedgerKeys, heads: readonly Mark[]): Promise<void> {
  const lines = heads
    .filter(({ version }) => version > 0)
    .map(({ id, version, balance_cents, seal }) => `${id} ${version} ${balance_cents} ${seal.toString('hex')}\n`);
  const body = `${new Date().toISOString()}\n${lines.join('')}`;
  await writeSealedFile(join(dataDir, CHECKPOINT_FILE), keys, PURPOSE, body);
}

/** Reads the checkpoint: null when there is none yet, `damaged` when none of our keys sealed it. */
export async function readCheckpoint(dataDir: string, keys: LedgerKeys): Promise<Checkpoint | null | 'damaged'> {
  const file = await readSealedFile(join(dataDir, CHECKPOINT_FILE), keys, PURPOSE);
  if (file === null) return null;
  const { body } = file;
  if (body === null) return 'damaged';
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

/** Writes the key and the seal of the rest first; `purpose` keeps one kind of file from passing for another. */
export async function writeSealedFile(path: string, keys: LedgerKeys, purpose: string, body: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(
      `${keys.current} ${computeSeal(keys, keys.current, purpose, body).toString('hex')}\n${body}`,
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

const computeSeal = (keys: LedgerKeys, keyId: string, purpose: string, body: string) =>
  computeMac(keys, keyId, `${purpose}\n${body}`);

interface SealedFile {
  /** Null when none of our keys sealed it. */
  body: string | null;
}

/** Returns null when there is no such file. */
export async function readSealedFile(path: string, keys: LedgerKeys, purpose: string): Promise<SealedFile | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [, keyId = '', mac = '', body = ''] = /^(\w+) ([0-9a-f]{64})\n(.*)$/s.exec(text) ?? [];
  const isOurs = keys.all.has(keyId) && isEqual(Buffer.from(mac, 'hex'), computeSeal(keys, keyId, purpose, body));
  return { body: isOurs ? body : null };
}
