import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../server/database/connect.ts';
import { findLedgerSeal, type LedgerSeal } from './ledger-seal.ts';
import type { Place } from './ledger-slices.ts';
import { readSealedFile, writeSealedFile } from './ledger-checkpoint.ts';

/**
 * How far the checks of this very ledger have got. In the data folder, and in no backup
 * (`server/backup/data-folder.ts`).
 */
export const CHECK_FILE = 'ledger-check';

const PURPOSE = 'tunedesk ledger check 1';

const Sum = z.tuple([z.number(), z.number()]);

const StoredWalk = z.object({
  id: z.number(),
  version: z.number(),
  balance_cents: z.number(),
  seal: z.string(),
  sums: z.nullable(z.record(z.string(), Sum)),
  isUneven: z.boolean(),
  isUnsealed: z.boolean(),
});

const WholeCheck = z.object({
  started_at: z.string(),
  ended_at: z.string(),
  entries: z.number(),
  findings: z.number(),
});

const OpenCheck = z.object({
  started_at: z.string(),
  place: z.object({ part: z.number(), after: z.number(), walk: z.nullable(StoredWalk) }),
  entries: z.number(),
  findings: z.array(z.string()),
  last_alarm: z.number(),
});

const StoredState = z.object({
  last: z.nullable(WholeCheck),
  open: z.nullable(OpenCheck),
  rounds: z.record(z.string(), z.number()),
});

/** The last check of the whole ledger that was completed. */
export type WholeCheck = z.output<typeof WholeCheck>;

/** A check of the whole ledger that is not completed yet. */
export interface OpenCheck {
  started_at: string;
  place: Place;
  entries: number;
  findings: string[];
  /** The last alarm raised before the check began; a check that finds nothing clears the alarms up to this one. */
  last_alarm: number;
}

export interface CheckState {
  last: WholeCheck | null;
  open: OpenCheck | null;
  /** The id up to which the records of a table were compared in this round. */
  rounds: Record<string, number>;
}

const EMPTY_CHECK_STATE: CheckState = { last: null, open: null, rounds: {} };

/** Reads the state. A file that none of our keys has sealed does not count as a check that was made. */
export async function readCheckState(db: Database): Promise<CheckState> {
  const seal = findLedgerSeal(db);
  if (seal === null) return EMPTY_CHECK_STATE;
  const file = await readSealedFile(join(seal.dataDir, CHECK_FILE), seal.keys, PURPOSE);
  if (file === null || file.body === null) return EMPTY_CHECK_STATE;
  const { open, ...state } = StoredState.parse(JSON.parse(file.body));
  return { ...state, open: open && { ...open, place: loadPlace(open.place) } };
}

const loadPlace = ({ walk, ...place }: z.output<typeof OpenCheck>['place']): Place => ({
  ...place,
  walk: walk && { ...walk, seal: Buffer.from(walk.seal, 'hex') },
});

const storePlace = ({ walk, ...place }: Place): z.output<typeof OpenCheck>['place'] => ({
  ...place,
  walk: walk && { ...walk, sums: walk.sums && copySums(walk.sums), seal: walk.seal.toString('hex') },
});

const copySums = (sums: Record<string, readonly [number, number]>): Record<string, [number, number]> =>
  Object.fromEntries(Object.entries(sums).map(([source, [entries, cents]]) => [source, [entries, cents]]));

const writing = new WeakMap<LedgerSeal, Promise<void>>();

/** Id of the advisory lock; arbitrary, as long as nothing else in the product uses it. */
const CHANGE_LOCK = 7_316_009_117;

/** Applies changes one after the other in all processes that share the folder, so that none gets lost. */
export async function updateCheckState(db: Database, change: Partial<CheckState>): Promise<void> {
  const seal = findLedgerSeal(db);
  if (seal === null) return;
  const write = async () => {
    const { open, ...state } = { ...(await readCheckState(db)), ...change };
    const stored: z.output<typeof StoredState> = {
      ...state,
      open: open && { ...open, place: storePlace(open.place) },
    };
    await writeSealedFile(join(seal.dataDir, CHECK_FILE), seal.keys, PURPOSE, JSON.stringify(stored));
  };
  const lockAndWrite = async (tx: Database) => {
    await sql`select pg_advisory_xact_lock(${CHANGE_LOCK})`.execute(tx);
    await write();
  };
  const writeAlone = () => (db.isTransaction ? lockAndWrite(db) : db.transaction().execute(lockAndWrite));
  const before = writing.get(seal) ?? Promise.resolve();
  const after = before.then(writeAlone);
  writing.set(
    seal,
    after.catch(() => undefined),
  );
  await after;
}
