import type pg from 'pg';
import type { Database } from '../../database/connect.ts';
import type { BackupRecord } from './records.ts';

/** Older runs are of no interest: which backups exist is recorded at their target. */
const DAYS_STORED = 400;

export interface EndedRun {
  startedAt: Date;
  /** Null: it failed. */
  made: { name: string; record: BackupRecord } | null;
}

/** Records a backup in one file. It counts for the first start, but not among those of the target. */
export const noteFile = (client: pg.Client, { startedAt, name }: { startedAt: Date; name: string }) =>
  client.query(
    `insert into backup_runs (started_at, finished_at, name, is_file) values ($1, greatest($1, now()), $2, true)`,
    [startedAt, name],
  );

/**
 * Records a run. The database's clock ends it: the duration is of interest, and another machine may have started it.
 */
export async function noteRun(client: pg.Client, { startedAt, made }: EndedRun): Promise<void> {
  const { files = 0, newFiles = 0, copiedBytes = 0 } = made?.record ?? {};
  await client.query(
    `insert into backup_runs (started_at, finished_at, name, files, new_files, copied_bytes)
     values ($1, greatest($1, now()), $2, $3, $4, $5)`,
    [startedAt, made?.name ?? null, files, newFiles, copiedBytes],
  );
  await client.query(`delete from backup_runs where finished_at < now() - interval '${DAYS_STORED} days'`);
}

/** Finds the last run that made a backup at the target, or the last one that failed. */
export const findLastRun = (db: Database, outcome: 'good' | 'failed') =>
  db
    .selectFrom('backup_runs')
    .selectAll()
    .where('name', outcome === 'good' ? 'is not' : 'is', null)
    .where('is_file', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
