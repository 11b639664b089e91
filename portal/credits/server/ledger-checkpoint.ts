import { join } from 'node:path';
import type { Head, LedgerKeys } from './ledger-keys.ts';
import { readSealedFile, writeSealedFile } from './sealed-file.ts';

/** In the data folder, and in no backup (`server/backup/data-folder.ts`): it is about this very database. */
export const CHECKPOINT_FILE = 'ledger-checkpoint';

const PURPOSE = 'tunedesk checkpoint 1';

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
  await writeSealedFile(join(dataDir, CHECKPOINT_FILE), keys, PURPOSE, body);
}

/** Null: there was none yet. `damaged`: none of our keys sealed it. */
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
