import type { Database } from '../../../server/database/connect.ts';
import { findStretch } from '../../../server/database/id-stretches.ts';
import { JOURNALS } from './journals-check.ts';
import type { Mark } from './ledger-checkpoint.ts';
import { findHouseTotals } from './ledger-walk.queries.ts';
import { beginWalk, ENTRIES_AT_ONCE, walkOn, type Walk } from './ledger-walk.ts';
import type { RecordCheck } from './record-check.ts';

/** How far a check of the whole ledger has got. */
export interface Place {
  /** 0: the accounts; then the checks of records, one after the other. */
  part: number;
  /** Accounts or records up to this id are done. */
  after: number;
  /** The account whose entries are being computed. */
  walk: Walk | null;
}

export const FIRST_PLACE: Place = { part: 0, after: 0, walk: null };

/** A piece of the work that takes some milliseconds. */
export interface Slice {
  faults: string[];
  entries: number;
  ended: Mark[];
  /** Where the next one begins. */
  place: Place;
}

const ACCOUNTS_AT_ONCE = 200;
const RECORDS_AT_ONCE = 1000;

/** The whole ledger from this place on: every entry of these accounts, then the records against it. */
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

async function* readAccounts(db: Database, heads: readonly Mark[], place: Place): AsyncGenerator<Slice, void> {
  const due = heads.filter(({ id }) => id > place.after);
  for (const group of groupByLength(due)) {
    let left = group.map(({ id }) => (id === place.walk?.id ? place.walk : beginWalk(id)));
    while (left.length > 0) {
      const { left: next, ...walked } = await walkOn(db, left);
      const [walk = null] = next;
      const after = walk === null ? (group.at(-1)?.id ?? 0) : walk.id - 1;
      yield { ...walked, place: { part: 0, after, walk } };
      left = next;
    }
  }
  yield { faults: await findHouseTotals(db), entries: 0, ended: [], place: { part: 1, after: 0, walk: null } };
}

/** Accounts that are computed together: about so many entries, or one account that has more. */
function* groupByLength(heads: readonly Mark[]): Generator<Mark[], void> {
  let group: Mark[] = [];
  let entries = 0;
  for (const head of heads) {
    if (group.length === ACCOUNTS_AT_ONCE || (entries > 0 && entries + head.version > ENTRIES_AT_ONCE)) {
      yield group;
      [group, entries] = [[], 0];
    }
    group.push(head);
    entries += head.version;
  }
  if (group.length > 0) yield group;
}

async function* readRecords(db: Database, check: RecordCheck, place: Place): AsyncGenerator<Slice, void> {
  for (let after: number | null = place.after; after !== null;) {
    const { within, end } = await findStretch(db, check.table, after, RECORDS_AT_ONCE);
    const faults = await check.findFaults(db, within);
    yield { faults, entries: 0, ended: [], place: { ...place, after: end ?? after } };
    after = end;
  }
}
