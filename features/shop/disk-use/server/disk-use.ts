import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { MeasuredBytesTable } from '../../../../server/database/schema.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { type DiskUse, type MeasuredBytes, STORED_KINDS } from '../disk-use.calls.ts';
import { listLargestUsers } from './stored-bytes.ts';

/** Reads what the last measurement stored, and what costs nothing to measure now. */
export async function getDiskUse({ db, config, storage }: Pick<Deps, 'db' | 'config' | 'storage'>): Promise<DiskUse> {
  const isLocal = config.storagePlace === null;
  const [users, measured, database_bytes, room] = await Promise.all([
    listLargestUsers(db),
    readMeasured(db),
    readDatabaseSize(db),
    isLocal ? storage.space.measure() : null,
  ]);
  return {
    kinds: STORED_KINDS.map((kind) => ({ kind, bytes: 0, objects: 0, ...sizeOf(measured.get(kind)) })),
    recorded_at: measured.get('ORIGINAL')?.measured_at ?? null,
    quarantine: measured.get('QUARANTINE') ?? null,
    backups: measured.get('BACKUPS') ?? null,
    database_bytes,
    free_bytes: room === null ? null : room.freeBytes,
    users,
  };
}

const sizeOf = (measured: MeasuredBytes | undefined) =>
  measured && { bytes: measured.bytes, objects: measured.objects };

async function readMeasured(db: Database): Promise<Map<MeasuredBytesTable['kind'], MeasuredBytes>> {
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
