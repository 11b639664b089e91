import type { Database } from '../../../../server/database/connect.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { BYTES_OF_MB } from '../../../../contract/amounts.ts';
import type { NoticeItem, NoticeKind, OperatorNotice } from '../notices.calls.ts';

export interface RaisedNotice {
  kind: NoticeKind;
  /** The values for its sentence; shown to administrators only. */
  details?: OperatorNotice['details'];
  items?: readonly NoticeItem[];
}

/**
 * Raises a notice. If one of its kind is open already, only its values are updated and it keeps the time it was raised.
 * With `isFirst` an open one stays unchanged, because it may have more detail.
 */
export async function raiseNotice(
  db: Database,
  { kind, details = {}, items = [] }: RaisedNotice,
  { isFirst = false } = {},
): Promise<void> {
  const values = { details: JSON.stringify(details), items: JSON.stringify(items) };
  await db
    .insertInto('operator_notices')
    .values({ kind, ...values })
    .onConflict((conflict) => {
      const known = conflict.column('kind');
      return isFirst ? known.doNothing() : known.doUpdateSet(values);
    })
    .execute();
}

export async function clearNotice(db: Database, kind: NoticeKind): Promise<void> {
  await db.deleteFrom('operator_notices').where('kind', '=', kind).execute();
}

/** Computes a notice about the current state, which is not stored; null while all is well. */
type LiveSource = (deps: NoticeDeps) => Promise<OperatorNotice | null>;
type NoticeDeps = Pick<Deps, 'db' | 'storage'>;

const LIVE_SOURCES: readonly LiveSource[] = [findLowDisk];

async function findLowDisk({ storage }: NoticeDeps): Promise<OperatorNotice | null> {
  const { isLow, lowSince, freeBytes, reserveBytes } = await storage.space.measure();
  if (!isLow || lowSince === null) return null;
  const [free_mb, reserve_mb] = [freeBytes, reserveBytes].map((bytes) => Math.floor(bytes / BYTES_OF_MB));
  return { kind: 'disk.low', details: { free_mb, reserve_mb }, items: [], raised_at: lowSince } as OperatorNotice;
}

/** There is one row of each kind, so this is far above the possible number. */
const MAX_STORED = 1000;

/** Returns every open notice, oldest first. */
export async function listNotices(deps: NoticeDeps): Promise<OperatorNotice[]> {
  const stored = await deps.db.selectFrom('operator_notices').selectAll().limit(MAX_STORED).execute();
  const live = await Promise.all(LIVE_SOURCES.map((source) => source(deps)));
  const open = [...(stored as OperatorNotice[]), ...live.filter((notice) => notice !== null)];
  return open.toSorted((one, other) => (one.raised_at < other.raised_at ? -1 : 1));
}
