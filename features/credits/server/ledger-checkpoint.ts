import { join } from 'node:path';
import { open, readFile, rename } from 'node:fs/promises';
import {
  type Head,
  type LedgerKeys,
  type SealedHead,
  computeMac,
  findLedgerSeal,
  isAuthentic,
  isEqual,
} from './ledger-seal.ts';
import type { Database } from '../../../server/database/connect.ts';
import { sql } from 'kysely';

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
async function writeCheckpoint(dataDir: string, keys: LedgerKeys, heads: readonly Mark[]): Promise<void> {
  const lines = heads
    .filter(({ version }) => version > 0)
    .map(({ id, version, balance_cents, seal }) => `${id} ${version} ${balance_cents} ${seal.toString('hex')}\n`);
  const body = `${new Date().toISOString()}\n${lines.join('')}`;
  await writeSealedFile(join(dataDir, CHECKPOINT_FILE), keys, PURPOSE, body);
}

/** Reads the checkpoint: null when there is none yet, `damaged` when none of our keys sealed it. */
async function readCheckpoint(dataDir: string, keys: LedgerKeys): Promise<Checkpoint | null | 'damaged'> {
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

export type SealedCheckpoint = Awaited<ReturnType<typeof readCheckpoint>>;

/** Reads the checkpoint written after the last check that found nothing. Must be read before the accounts. */
export async function readSealedCheckpoint(db: Database): Promise<SealedCheckpoint> {
  const seal = findLedgerSeal(db);
  return seal === null ? null : readCheckpoint(seal.dataDir, seal.keys);
}

/** Whether the checkpoint has marks that a check can continue from. */
export const isMarked = (checkpoint: SealedCheckpoint): checkpoint is Checkpoint =>
  checkpoint !== null && checkpoint !== 'damaged';

/** Replaces the checkpoint, after a check of all accounts that found nothing. */
export async function moveCheckpoint(db: Database, marks: readonly Mark[]): Promise<void> {
  const seal = findLedgerSeal(db);
  if (seal !== null) await writeCheckpoint(seal.dataDir, seal.keys, marks);
}

/** Advances the checkpoint, after a check that found nothing in these accounts; another check may have got further. */
export async function advanceCheckpoint(db: Database, ended: readonly Mark[]): Promise<void> {
  const before = await readSealedCheckpoint(db);
  const marks = new Map(isMarked(before) ? before.marks : []);
  for (const mark of ended) if (mark.version >= (marks.get(mark.id)?.version ?? 0)) marks.set(mark.id, mark);
  await moveCheckpoint(db, [...marks.values()]);
}

/** Returns one sentence for each account that none of our keys sealed as it is, and for each that was set back. */
export async function findSealFaults(
  db: Database,
  heads: readonly SealedHead[],
  checkpoint: SealedCheckpoint,
): Promise<string[]> {
  const keys = findLedgerSeal(db)?.keys;
  if (keys === undefined) return [];
  if (checkpoint === 'damaged') return ['the checkpoint of the ledger in the data folder is not sealed with its key'];
  const faults = heads.flatMap((head) => describeSeal(keys, head) ?? []);
  if (checkpoint === null) return faults;
  const since = `the check of ${checkpoint.madeAt}`;
  const byId = new Map(heads.map((head) => [head.id, head]));
  const passed: Mark[] = [];
  for (const mark of checkpoint.marks.values()) {
    const head = byId.get(mark.id);
    if (!head) faults.push(`account ${mark.id} is gone since ${since}`);
    else if (head.version < mark.version) {
      faults.push(`account ${mark.id} had ${mark.version} entries at ${since} and has ${head.version} now`);
    } else passed.push(mark);
  }
  return [...faults, ...(await findOtherPast(db, passed, since))];
}

function describeSeal(keys: LedgerKeys, head: SealedHead): string | null {
  if (isAuthentic(keys, head)) return null;
  if (head.mac_key !== null && !keys.all.has(head.mac_key)) {
    return `account ${head.id} is sealed with the key ${head.mac_key}, which this server does not have`;
  }
  return `account ${head.id} is not sealed with the key of the ledger as it is`;
}

/** Finds accounts whose last entry at the checkpoint is no longer what it was. */
async function findOtherPast(db: Database, marks: readonly Mark[], since: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: number }>`
    select m.account_id from unnest(
        ${marks.map(({ id }) => id)}::bigint[], ${marks.map(({ version }) => version)}::bigint[],
        ${marks.map(({ seal }) => seal)}::bytea[], ${marks.map(({ balance_cents }) => balance_cents)}::bigint[]
      ) m (account_id, sequence, seal, balance)
      left join credit_entries e on e.account_id = m.account_id and e.sequence = m.sequence
     where e.seal is distinct from m.seal or e.balance_after_cents is distinct from m.balance
     order by 1`.execute(db);
  return rows.map(({ account_id }) => `account ${account_id} has another past than at ${since}`);
}
