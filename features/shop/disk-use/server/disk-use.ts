import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { Deps } from '../../../../server/http/call.ts';
import type { DiskUse, MeasuredBytes } from '../disk-use.contract.ts';
import { listBytesByKind, listLargestUsers } from './stored-bytes.ts';

/** Reads a few sums, however much is stored: nothing is counted on request. */
export async function getDiskUse({ db, config, storage }: Pick<Deps, 'db' | 'config' | 'storage'>): Promise<DiskUse> {
  const isLocal = config.storagePlace === null;
  const [kinds, users, measured, database_bytes, room] = await Promise.all([
    listBytesByKind(db),
    listLargestUsers(db),
    readMeasured(db),
    readDatabaseSize(db),
    isLocal ? storage.space.measure() : null,
  ]);
  return {
    kinds,
    quarantine: measured.get('QUARANTINE') ?? null,
    backups: measured.get('BACKUPS') ?? null,
    database_bytes,
    free_bytes: room === null ? null : room.freeBytes,
    users,
  };
}

async function readMeasured(db: Database): Promise<Map<'QUARANTINE' | 'BACKUPS', MeasuredBytes>> {
  const rows = await db
    .selectFrom('measured_bytes')
    .select(['kind', 'byte_count as bytes', 'object_count as objects', 'measured_at'])
    .execute();
  return new Map(rows.map(({ kind, ...measured }) => [kind, measured]));
}

async function readDatabaseSize(db: Database): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
  return rows[0]?.size ?? 0;
}
