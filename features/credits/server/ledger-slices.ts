import { createHash } from 'node:crypto';
import type { Connection, Database } from '../../../server/database/connect.ts';
import { findStretch } from '../../../server/database/id-stretches.ts';
import { JOURNALS } from './journals-check.ts';
import { type Mark, findSealFaults, readSealedCheckpoint } from './ledger-checkpoint.ts';
import { ENTRIES_AT_ONCE, type Walk, type Walked, beginWalk, continueWalk, findHouseTotals } from './ledger-walk.ts';
import type { RecordCheck } from './alarms.ts';
import { type SealedHead, selectHeads } from './ledger-seal.ts';

/** How far a check of the whole ledger has got. */
export interface Place {
  /** 0 for the accounts; then one number for each check of records, in order. */
  part: number;
  /** Accounts or records up to this id are done. */
  after: number;
  /** The account whose entries are being recomputed. */
  walk: Walk | null;
}

export const FIRST_PLACE: Place = { part: 0, after: 0, walk: null };

/** A piece of the check that takes a few milliseconds. */
export interface Slice {
  faults: string[];
  entries: number;
  /** The journals that the entries belong to. */
  journals: number[];
  ended: Mark[];
  /** Where the next slice begins. */
  place: Place;
}

const ACCOUNTS_AT_ONCE = 200;
export const RECORDS_AT_ONCE = 1000;

/** Checks the whole ledger from this place on: every entry of these accounts, then the records against the ledger. */
export async function* readWhole(
  db: Database,
  heads: readonly Mark[],
  recordChecks: readonly RecordCheck[],
  place = FIRST_PLACE,
): AsyncGenerator<Slice, void> {
  if (place.part === 0) yield* readAccounts(db, heads, place);
  for (const [at, check] of [JOURNALS, ...recordChecks].entries()) {
    const part = at + 1;
    if (part >= place.part)
      yield* readRecords(db, check, { part, after: part === place.part ? place.after : 0, walk: null });
  }
}

/** Checks only what was posted after these marks, and only accounts that have moved. */
export async function* readSince(
  db: Database,
  heads: readonly Mark[],
  marks: ReadonlyMap<number, Mark>,
): AsyncGenerator<Walked, void> {
  const walks = heads
    .filter(({ id, version }) => version > (marks.get(id)?.version ?? 0))
    .map((head) => ({ head, walk: beginWalk(head.id, marks.get(head.id)) }));
  yield* walkAll(db, walks);
}

async function* readAccounts(db: Database, heads: readonly Mark[], place: Place): AsyncGenerator<Slice, void> {
  const walks = heads
    .filter(({ id }) => id > place.after)
    .map((head) => ({ head, walk: head.id === place.walk?.id ? place.walk : beginWalk(head.id) }));
  let last = place.after;
  for await (const walked of walkAll(db, walks)) {
    const [walk = null] = walked.left;
    last = walk === null ? Math.max(last, ...walked.ended.map(({ id }) => id)) : walk.id - 1;
    // A copy, because the walk goes on and its place may be saved before what it finds next is reported.
    yield {
      ...walked,
      place: { part: 0, after: last, walk: walk && { ...walk, sums: walk.sums && { ...walk.sums } } },
    };
  }
  yield createSlice(await findHouseTotals(db), { part: 1, after: 0, walk: null });
}

const createSlice = (faults: string[], place: Place): Slice => ({ faults, entries: 0, journals: [], ended: [], place });

interface DueWalk {
  head: Mark;
  walk: Walk;
}

async function* walkAll(db: Database, walks: readonly DueWalk[]): AsyncGenerator<Walked, void> {
  for (const group of groupByLength(walks)) {
    let left = group;
    while (left.length > 0) {
      const walked = await continueWalk(db, left);
      yield walked;
      left = walked.left;
    }
  }
}

/** Groups accounts that are computed together: up to about ENTRIES_AT_ONCE entries, or one account that has more. */
function* groupByLength(walks: readonly DueWalk[]): Generator<Walk[], void> {
  let group: Walk[] = [];
  let entries = 0;
  for (const { head, walk } of walks) {
    const due = head.version - walk.version;
    if (group.length === ACCOUNTS_AT_ONCE || (entries > 0 && entries + due > ENTRIES_AT_ONCE)) {
      yield group;
      [group, entries] = [[], 0];
    }
    group.push(walk);
    entries += due;
  }
  if (group.length > 0) yield group;
}

async function* readRecords(db: Database, check: RecordCheck, place: Place): AsyncGenerator<Slice, void> {
  for (let after: number | null = place.after; after !== null;) {
    const { within, end } = await findStretch(db, check.table, after, RECORDS_AT_ONCE);
    const faults = await check.findFaults(db, within);
    yield createSlice(faults, { ...place, after: end ?? after });
    after = end;
  }
}

export interface Verification {
  accounts: number;
  entries: number;
  /** One sentence per break in the entries themselves; empty when they follow from one another. */
  faults: string[];
  /** One sentence per account that the ledger's key has not sealed as it is, or that was set back. */
  sealFaults: string[];
  /** Hash over the latest seal of every account. */
  seal: string;
  heads: SealedHead[];
}

/**
 * Recomputes everything from the journal, here and not in the database: sums, running balances, the seal of every entry
 * from the first one on, and the accounts' seals with the key. All of it is of the same moment.
 */
export async function verifyLedger(db: Connection['db'], recordChecks: readonly RecordCheck[]): Promise<Verification> {
  // Read before the rows: another server may write the next checkpoint meanwhile, which must not be newer than they
  // are.
  const checkpoint = await readSealedCheckpoint(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const heads = await selectHeads(tx);
      const whole = createHash('sha256');
      const faults: string[] = [];
      let entries = 0;
      for await (const slice of readWhole(tx, heads, recordChecks)) {
        faults.push(...slice.faults);
        entries += slice.entries;
      }
      for (const { id, seal } of heads) whole.update(`${id}:${seal.toString('hex')}\n`);
      const sealFaults = await findSealFaults(tx, heads, checkpoint);
      return {
        accounts: heads.length,
        entries,
        faults: [...new Set(faults)],
        sealFaults,
        seal: whole.digest('hex'),
        heads,
      };
    });
}
