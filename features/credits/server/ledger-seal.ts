import { type Kysely, type Transaction, sql } from 'kysely';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Unit } from '../credits.calls.ts';

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

const computeHeadMac = (keys: LedgerKeys, head: Head): Buffer => computeMac(keys, keys.current, textOf(head));

/** Whether one of our keys sealed the account as it is now. An account without entries needs no seal. */
export function isAuthentic(keys: LedgerKeys, head: SealedHead): boolean {
  if (isEmpty(head)) return true;
  if (head.mac === null || head.mac_key === null || !keys.all.has(head.mac_key)) return false;
  return isEqual(head.mac, computeMac(keys, head.mac_key, textOf(head)));
}

const isEmpty = ({ version, balance_cents, seal, mac }: SealedHead) =>
  version === 0 && balance_cents === 0 && seal.length === 0 && mac === null;

export const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
