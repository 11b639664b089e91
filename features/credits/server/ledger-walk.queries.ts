import type { SealedEntry } from './ledger-seal.ts';
import { sql } from 'kysely';

import type { Database } from '../../../server/database/connect.ts';
import type { Mark } from './ledger-checkpoint.ts';

export interface LedgerEntry extends SealedEntry {
  id: number;
  account_id: number;
  seal: Buffer | null;
}

/** The entries of one account after number `after`, up to and including `upTo`. */
export interface Stretch {
  id: number;
  after: number;
  upTo: number;
}

/** Selects entries in the order of their accounts and sequence numbers. */
export async function selectEntries(db: Database, stretches: readonly Stretch[]): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select e.id, e.account_id, e.sequence, e.amount_cents, e.balance_after_cents, e.seal, j.id as journal_id, j.key,
           j.source, j.may_overdraw, j.file_id, j.payment_reference, j.note, j.is_test, j.user_id, j.request_id,
           (extract(epoch from j.created_at) * 1000000)::bigint as created_us
      from unnest(${stretches.map(({ id }) => id)}::bigint[], ${stretches.map(({ after }) => after)}::bigint[],
                  ${stretches.map(({ upTo }) => upTo)}::bigint[]) s (id, after, up_to)
      join credit_entries e on e.account_id = s.id and e.sequence > s.after and e.sequence <= s.up_to
      join credit_journals j on j.id = e.journal_id
     order by e.account_id, e.sequence`.execute(db);
  return rows;
}

/** Number of entries and their sum in cents. */
export type Sum = readonly [entries: number, cents: number];

export interface TotalledHead extends Mark {
  /** Totals by source, as the database has added them up. */
  totals: Record<string, Sum>;
}

/** Selects accounts as they are, with their totals of the same moment. */
export async function selectTotalledHeads(db: Database, ids: readonly number[]): Promise<Map<number, TotalledHead>> {
  const { rows } = await sql<TotalledHead>`
    select a.id, a.version, a.balance_cents, a.seal,
           coalesce((select json_object_agg(t.source, json_build_array(t.entries, t.amount_cents))
                       from credit_totals t where t.account_id = a.id), '{}') as totals
      from credit_accounts a where a.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((head) => [head.id, head]));
}

/** Finds totals of the house's accounts, which must have none. */
export async function findHouseTotals(db: Database): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select 'the total of account ' || t.account_id || ' from ' || t.source || ' says ' || t.amount_cents || ' cents in '
           || t.entries || ' entries, the house has none' as finding
      from credit_accounts a join credit_totals t on t.account_id = a.id where a.user_id is null`.execute(db);
  return rows.map(({ finding }) => finding);
}
