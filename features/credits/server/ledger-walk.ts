import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Mark } from './ledger-checkpoint.ts';
import { type SealedEntry, computeSeal } from './ledger-seal.ts';

/** How far the entries of an account were recomputed: its balance after entry number `version`, and its seal. */
export interface Walk extends Mark {
  /** Sums by source from the first entry on; null for a walk that began at a mark. */
  sums: Record<string, Sum> | null;
  /** Set once the first break of its kind was reported: every later entry depends on it. */
  isUneven: boolean;
  isUnsealed: boolean;
}

/** Begins at the first entry, or where an earlier check ended. */
export const beginWalk = (id: number, mark?: Mark): Walk => ({
  id,
  version: mark?.version ?? 0,
  balance_cents: mark?.balance_cents ?? 0,
  seal: mark?.seal ?? Buffer.alloc(0),
  sums: mark === undefined ? {} : null,
  isUneven: false,
  isUnsealed: false,
});

export interface Walked {
  faults: string[];
  entries: number;
  journals: number[];
  /** Accounts whose entries were followed up to their current state. */
  ended: Mark[];
  /** Walks whose accounts have more entries. */
  left: Walk[];
}

/** Entries that are read and computed at once, which takes a few milliseconds. */
export const ENTRIES_AT_ONCE = 500;

/** Continues these walks, in the order of their accounts, by a bounded number of entries. */
export async function continueWalk(
  db: Database,
  walks: readonly Walk[],
  maxEntries = ENTRIES_AT_ONCE,
): Promise<Walked> {
  const ids = walks.map(({ id }) => id);
  const heads = await selectTotalledHeads(db, ids);
  const stretches = distributeStretches(walks, heads, maxEntries);
  const read = stretches.length === 0 ? [] : await selectEntries(db, stretches);
  const walked: Walked = { faults: [], entries: read.length, journals: [], ended: [], left: [] };
  const byAccount = Map.groupBy(read, ({ account_id }) => account_id);
  const stretchById = new Map(stretches.map((stretch) => [stretch.id, stretch]));
  for (const walk of walks) {
    const head = heads.get(walk.id);
    if (!head) continue;
    const stretch = stretchById.get(walk.id);
    if (stretch) follow(walk, stretch, byAccount.get(walk.id) ?? [], walked);
    if (walk.version < head.version && (byAccount.has(walk.id) || !stretch)) walked.left.push(walk);
    else end(walk, head, walked);
  }
  return walked;
}

function distributeStretches(walks: readonly Walk[], heads: ReadonlyMap<number, Mark>, maxEntries: number): Stretch[] {
  let room = maxEntries;
  const stretches: Stretch[] = [];
  for (const { id, version: after } of walks) {
    const due = Math.min((heads.get(id)?.version ?? 0) - after, room);
    if (due > 0) stretches.push({ id, after, upTo: after + due });
    room -= Math.max(due, 0);
  }
  return stretches;
}

function follow(walk: Walk, stretch: Stretch, entries: readonly LedgerEntry[], { faults, journals }: Walked): void {
  for (const entry of entries) {
    if (entry.sequence !== walk.version + 1) faults.push(describeGap(walk));
    walk.version = entry.sequence;
    journals.push(entry.journal_id);
    addUp(walk, entry, faults);
    compareSeal(walk, entry, faults);
  }
  if (walk.version < stretch.upTo) faults.push(describeGap(walk));
  walk.version = stretch.upTo;
}

const describeGap = ({ id, version }: Walk) => `account ${id} has no entry number ${version + 1}`;

function addUp(walk: Walk, entry: LedgerEntry, faults: string[]): void {
  const { id, amount_cents, balance_after_cents, source } = entry;
  walk.balance_cents += amount_cents;
  if (balance_after_cents !== walk.balance_cents && !walk.isUneven) {
    walk.isUneven = true;
    faults.push(`entry ${id} does not follow the one before it`);
  }
  if (balance_after_cents < 0 && amount_cents < 0 && !entry.may_overdraw) {
    faults.push(`account ${walk.id} was spent below zero by entry ${id}`);
  }
  if (walk.sums === null) return;
  const [entries, cents] = walk.sums[source] ?? [0, 0];
  walk.sums[source] = [entries + 1, cents + amount_cents];
}

function compareSeal(walk: Walk, entry: LedgerEntry, faults: string[]): void {
  if (walk.isUnsealed) return;
  walk.seal = computeSeal(walk.seal, walk.id, entry);
  if (walk.seal.equals(entry.seal ?? Buffer.alloc(0))) return;
  walk.isUnsealed = true;
  faults.push(`entry ${entry.id} is not sealed to the one before it`);
}

function end(walk: Walk, head: TotalledHead, { faults, ended }: Walked): void {
  const { id, version, balance_cents, seal } = head;
  if (balance_cents !== walk.balance_cents) {
    faults.push(`account ${id} holds ${balance_cents} cents, its entries add up to ${walk.balance_cents}`);
  }
  if (!walk.isUnsealed && !walk.seal.equals(seal)) faults.push(`account ${id} does not end with its last entry`);
  faults.push(...compareTotals(walk, head));
  ended.push({ id, version, balance_cents, seal });
}

const NOTHING: Sum = [0, 0];

function compareTotals({ sums }: Walk, { id, version, balance_cents, totals }: TotalledHead): string[] {
  if (sums === null) {
    const [entries, cents] = Object.values(totals).reduce((all, one) => [all[0] + one[0], all[1] + one[1]], NOTHING);
    if (entries === version && cents === balance_cents) return [];
    return [
      `the totals of account ${id} say ${cents} cents in ${entries} entries, it holds ${balance_cents} in ${version}`,
    ];
  }
  return [...new Set([...Object.keys(sums), ...Object.keys(totals)])].flatMap((source) => {
    const [found, due] = [totals[source] ?? NOTHING, sums[source] ?? NOTHING];
    if (found[0] === due[0] && found[1] === due[1]) return [];
    return (
      `the total of account ${id} from ${source} says ${found[1]} cents in ${found[0]} entries, ` +
      `the entries say ${due[1]} in ${due[0]}`
    );
  });
}

interface LedgerEntry extends SealedEntry {
  id: number;
  account_id: number;
  seal: Buffer | null;
}

/** The entries of one account after number `after`, up to and including `upTo`. */
interface Stretch {
  id: number;
  after: number;
  upTo: number;
}

/** Selects entries in the order of their accounts and sequence numbers. */
async function selectEntries(db: Database, stretches: readonly Stretch[]): Promise<LedgerEntry[]> {
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
type Sum = readonly [entries: number, cents: number];

interface TotalledHead extends Mark {
  /** Totals by source, as the database has added them up. */
  totals: Record<string, Sum>;
}

/** Selects accounts as they are, with their totals of the same moment. */
async function selectTotalledHeads(db: Database, ids: readonly number[]): Promise<Map<number, TotalledHead>> {
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
