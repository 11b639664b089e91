import { sql, type Kysely, type Selectable } from 'kysely';
import type { FileChecksTable } from '../database/schema.ts';
import type { Schema } from '../database/schema.ts';
import type { StoredReference } from './references.ts';
import type { Fault } from './verify-object.ts';

export type FileCheck = Selectable<FileChecksTable>;

/** What a check has found so far. */
export type Counts = Pick<FileCheck, 'checked' | 'missing' | 'damaged' | 'unverifiable' | 'read_bytes'>;

export type FoundFault = StoredReference & { fault: Fault };

/** At most this many faults are stored by name; the counts include all of them. */
const MAX_NAMED = 1_000;

/** Number of finished checks that stay stored. */
const REMEMBERED = 30;

const LEASE = sql<Date>`now() + interval '2 minutes'`;

/** How often a process that works on a check renews its lease. */
export const RENEWAL_MS = 30_000;

/** Takes over a check left unfinished by a process that has ended since; null: there is none. */
export const claimCheck = (db: Kysely<Schema>, lease: string): Promise<FileCheck | undefined> =>
  db
    .updateTable('file_checks')
    .set({ lease, leased_until: LEASE })
    .where('finished_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<string>`now()`)]))
    .returningAll()
    .executeTakeFirst();

interface NewCheck {
  lease: string;
  now: Date;
  /** Begins only if this is still the last check (null: there is none); otherwise the caller has to decide again. */
  lastId?: number | null;
}

/** Begins a check, unless another one is under way. */
export const beginCheck = (db: Kysely<Schema>, { lease, now, lastId }: NewCheck): Promise<FileCheck | undefined> =>
  db
    .insertInto('file_checks')
    .columns(['started_at', 'lease', 'leased_until'])
    .expression(
      db
        .selectNoFrom([
          sql<Date>`${now}::timestamptz`.as('started_at'),
          sql<string>`${lease}::text`.as('lease'),
          LEASE.as('leased_until'),
        ])
        .$if(lastId !== undefined, (query) =>
          query.where(sql<boolean>`(select max(id) from file_checks) is not distinct from ${lastId}::bigint`),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Ends an unfinished check without a result; the process working on it notices. */
export const dropOpenCheck = (db: Kysely<Schema>) =>
  db.deleteFrom('file_checks').where('finished_at', 'is', null).execute();

export const renewLease = ({ db, id, lease }: { db: Kysely<Schema>; id: number; lease: string }) =>
  db.updateTable('file_checks').set({ leased_until: LEASE }).where('id', '=', id).where('lease', '=', lease).execute();

interface Progress {
  id: number;
  lease: string;
  position: string;
  counts: Counts;
  /** Faults that are not stored yet. */
  faults: readonly FoundFault[];
}

/** Records the progress of a check. Returns false when another process has taken it over. */
export function saveProgress(db: Kysely<Schema>, progress: Progress, finishedAt: Date | null = null): Promise<boolean> {
  const { id, lease, position, counts, faults } = progress;
  return db.transaction().execute(async (tx) => {
    const saved = await tx
      .updateTable('file_checks')
      .set({ ...counts, position, leased_until: LEASE, finished_at: finishedAt })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!saved) return false;
    const before = counts.missing + counts.damaged - faults.length;
    const named = faults.slice(0, Math.max(MAX_NAMED - before, 0)).map((fault) => toRow(id, fault));
    if (named.length > 0) await tx.insertInto('file_check_faults').values(named).execute();
    if (finishedAt !== null)
      await tx
        .deleteFrom('file_checks')
        .where('id', '<=', id - REMEMBERED)
        .execute();
    return true;
  });
}

const toRow = (check_id: number, { key, fault, source, source_id, label }: FoundFault) => ({
  check_id,
  file_key: key,
  fault,
  source,
  source_id,
  label,
});

/** The last check that covered every stored file; undefined before the first one. */
export const findLastCheck = (db: Kysely<Schema>): Promise<FileCheck | undefined> =>
  db
    .selectFrom('file_checks')
    .selectAll()
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listFaults = (db: Kysely<Schema>, check: number) =>
  db.selectFrom('file_check_faults').selectAll().where('check_id', '=', check).orderBy('label').execute();
