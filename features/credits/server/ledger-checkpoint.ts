import { join } from 'node:path';
import type { Head, LedgerKeys } from './ledger-keys.ts';
import { readSealedFile, writeSealedFile } from './sealed-file.ts';

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
