import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/connect.ts';

/** Something that a transaction has changed, as `note_changes` in the database names it. */
export interface Change {
  /** A row or user, such as `file:17`, or what many share, such as `catalogue`. */
  source: string;
  /** The user whose row it is. */
  user: number | null;
}

/** A reader that was away for longer may have missed what has been removed since. */
const MAX_GAP_MS = 30_000;
/** Changes are kept for this long, and removed every now and then by every process that reads. */
const KEPT_MS = 60_000;
/** Transactions that ended without waking anyone are read at the latest after the slowest of these. */
const FIRST_PAUSE_MS = 2;
const SLOWEST_PAUSE_MS = 128;

/** What was visible when the last reading began; as `xmin:xmax:…`, transactions from xmin to xmax may be under way. */
const READ = `
  select pg_current_snapshot()::text as snapshot, source, user_id
    from (select) one left join change_feed
      on xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
   order by xid`;

interface Row {
  snapshot: string;
  source: string | null;
  user_id: string | null;
}

/** Many times what changes in the minute that readers keep. */
const MAX_UNREAD = 1_000_000;

/** Removes what has gathered while no process had a reason to read. */
export const removeOldChanges = (db: Database, max = MAX_UNREAD) =>
  sql`delete from change_feed
       where xid < (select xid from change_feed order by xid desc offset ${max} limit 1)`.execute(db);

interface ReaderOptions {
  onChanges: (changes: Change[]) => void;
  /** Called when changes may have been missed. */
  onGap: () => void;
}

/**
 * Reads the change feed from where it was last read. Every change is read once, in whatever order the transactions end:
 * what counts is not when a change was written, but that it was not visible before and is now.
 */
export function createChangeReader({ onChanges, onGap }: ReaderOptions) {
  let snapshot = '';
  let readAt = 0;
  let kept: { snapshot: string; at: number } | null = null;

  async function read(client: pg.Client): Promise<void> {
    const at = performance.now();
    const { rows } = await client.query<Row>({ name: 'read changes', text: READ, values: [snapshot] });
    const isLate = at - readAt > MAX_GAP_MS;
    snapshot = rows[0]?.snapshot ?? snapshot;
    readAt = at;
    if (isLate) onGap();
    const changes = rows.flatMap(({ source, user_id }) =>
      source === null ? [] : [{ source, user: user_id === null ? null : Number(user_id) }],
    );
    if (changes.length > 0) onChanges(changes);
    await removeOld(client, at);
  }

  async function removeOld(client: pg.Client, at: number): Promise<void> {
    kept ??= { snapshot, at };
    if (at - kept.at < KEPT_MS) return;
    const old = kept.snapshot;
    kept = { snapshot, at };
    await client.query('delete from change_feed where xid < pg_snapshot_xmin($1::pg_snapshot)', [old]);
  }

  async function begin(client: pg.Client): Promise<void> {
    const { rows } = await client.query<Pick<Row, 'snapshot'>>('select pg_current_snapshot()::text as snapshot');
    snapshot = rows[0]?.snapshot ?? '';
    readAt = performance.now();
    kept = null;
  }

  return {
    /** From now on changes are read; call it once the connection listens. */
    begin,
    read,
    /** The first transaction after those that were visible or under way at the last reading. */
    getEnd: () => BigInt(snapshot.split(':')[1] ?? 0),
    /** Whether every transaction before this one had ended at the last reading. */
    hasEnded: (end: bigint) => BigInt(snapshot.split(':')[0] ?? 0) >= end,
  };
}

/**
 * Reads once, and again until every transaction that was under way has ended: of transactions that end at the same
 * time, only one wakes the readers.
 */
export function createPursuit(
  read: () => Promise<void>,
  reader: Pick<ReturnType<typeof createChangeReader>, 'getEnd' | 'hasEnded'>,
) {
  let timer: NodeJS.Timeout | undefined;
  let round = 0;
  async function pursue(own: number, pauseMs: number, until: bigint | null): Promise<void> {
    await read();
    if (own !== round) return;
    const end = until ?? reader.getEnd();
    if (reader.hasEnded(end)) return;
    timer = setTimeout(() => void pursue(own, Math.min(SLOWEST_PAUSE_MS, pauseMs * 2), end), pauseMs);
    timer.unref();
  }
  function stop(): void {
    round += 1;
    clearTimeout(timer);
  }
  return {
    begin(): void {
      stop();
      void pursue(round, FIRST_PAUSE_MS, null);
    },
    stop,
  };
}
