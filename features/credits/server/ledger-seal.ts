import { type Kysely, type Transaction, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Config } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { type Checkpoint, type Mark, readCheckpoint, writeCheckpoint } from './ledger-checkpoint.ts';
import {
  KEYS_FILE,
  type LedgerKeys,
  type SealedHead,
  computeHeadMac,
  generateLedgerKey,
  isAuthentic,
  readLedgerKeys,
} from './ledger-keys.ts';

/** What seals and verifies a ledger, stored outside its database. */
export interface LedgerSeal {
  keys: LedgerKeys;
  /** The folder that holds the checkpoint. */
  dataDir: string;
}

/** Keyed by the adapter, which a pool shares with its transactions. */
const seals = new WeakMap<object, LedgerSeal>();

/** Seals everything that is posted over this pool with these keys. */
export function useLedgerSeal(db: Kysely<Schema>, seal: LedgerSeal): void {
  seals.set(db.getExecutor().adapter, seal);
}

export const findLedgerSeal = (db: Database): LedgerSeal | null => seals.get(db.getExecutor().adapter) ?? null;

export function getLedgerSeal(db: Database): LedgerSeal {
  const seal = findLedgerSeal(db);
  if (seal === null) throw new Error('Nothing can be posted over this connection: useLedgerSeal gives it the keys.');
  return seal;
}

/** The seals of this process whose ledgers have passed a whole check since it started. */
const verified = new WeakSet<LedgerSeal>();

/** Notes that a check of this ledger has found nothing. */
export function noteVerified(db: Database): void {
  const seal = findLedgerSeal(db);
  if (seal !== null) verified.add(seal);
}

/** Whether this process has verified the ledger since it started; for reports only. */
export function isVerified(db: Database): boolean {
  const seal = findLedgerSeal(db);
  return seal !== null && verified.has(seal);
}

type KeyConfig = Pick<Config, 'dataDir' | 'ledgerKey' | 'ledgerKeysOld'>;

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

/** Selects the customers' accounts in the order of their ids. */
export const selectHeads = (db: Database): Promise<SealedHead[]> =>
  db
    .selectFrom('credit_accounts')
    .select(['id', 'user_id', 'unit', 'version', 'balance_cents', 'seal', 'mac', 'mac_key'])
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute() as Promise<SealedHead[]>;

const SIGNED_AT_ONCE = 5000;

/** Seals accounts as they are, without checking their past: only for what the caller has just verified or created. */
export async function signHeads(db: Database, keys: LedgerKeys, heads: readonly SealedHead[]): Promise<void> {
  for (let from = 0; from < heads.length; from += SIGNED_AT_ONCE) {
    const some = heads.slice(from, from + SIGNED_AT_ONCE);
    await sql`select account_id from credit_sign(
      ${some.map(({ id }) => id)}::bigint[], ${some.map(({ version }) => version)}::bigint[],
      ${some.map((head) => computeHeadMac(keys, head))}::bytea[], ${keys.current})`.execute(db);
  }
}

/** Seals accounts again after the caller has changed the times of their entries. */
export async function signAccounts(tx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  const heads = (await selectHeads(tx)).filter(({ id }) => ids.includes(id));
  await signHeads(tx, getLedgerSeal(tx).keys, heads);
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

/** The parts of an entry and its journal that its seal covers. */
export interface SealedEntry {
  sequence: number;
  amount_cents: number;
  balance_after_cents: number;
  journal_id: number;
  key: string;
  source: string;
  may_overdraw: boolean;
  file_id: number | null;
  payment_reference: string | null;
  note: string | null;
  is_test: boolean;
  user_id: number | null;
  request_id: string | null;
  created_us: number;
}

/** Sealed entries are never rewritten, so the seal spells the source as the first entries had it. */
const sealedSource = (source: string) => (source === 'Payment' ? 'PayPal' : source);

/** Computes the seal of an entry the way `credit_seal` of `0050-payment-providers.sql` does. */
export function computeSeal(previous: Buffer, accountId: number, entry: SealedEntry): Buffer {
  const parts = [
    accountId,
    entry.sequence,
    entry.amount_cents,
    entry.balance_after_cents,
    entry.journal_id,
    entry.key,
    sealedSource(entry.source),
    entry.may_overdraw,
    entry.file_id,
    entry.payment_reference,
    entry.note,
    entry.is_test,
    entry.user_id,
    entry.request_id,
    entry.created_us,
  ];
  const text = `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
  return createHash('sha256').update(previous).update(text, 'utf8').digest();
}
