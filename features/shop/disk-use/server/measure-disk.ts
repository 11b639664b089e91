import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Transaction, sql } from 'kysely';
import { BACKUPS_FOLDER } from '../../../../server/backup/data-folder.ts';
import type { Config } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { isDueToday } from '../../../../server/due-today.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { MeasuredBytesTable, Schema } from '../../../../server/database/schema.ts';
import {
  type DiskUse,
  MAX_SHOWN_USERS,
  type MeasuredBytes,
  STORED_KINDS,
  type StoredKind,
  type UserBytes,
} from '../disk-use.calls.ts';

type MeasureDeps = Pick<Deps, 'db' | 'clock' | 'storage'> & { config: Pick<Config, 'backupTarget' | 'dataDir'> };

interface Measured {
  bytes: number;
  objects: number;
}

/** The job of the housekeeping: runs once a day, in one process alone. */
export const measureDiskDaily = async (deps: MeasureDeps): Promise<void> => {
  if (await isDueToday(deps, 'disk_measured_at')) await measureDisk(deps);
};

/**
 * Adds up what is recorded, and measures in place what has no record. Backups in a bucket are left out, as its provider
 * counts them.
 */
export async function measureDisk(deps: MeasureDeps): Promise<void> {
  await deps.db.transaction().execute((tx) => addUpStoredBytes(tx, deps.clock.now()));
  await note(deps, 'QUARANTINE', await deps.storage.measureQuarantine());
  const folders = listBackupFolders(deps.config);
  if (folders === null)
    return void (await deps.db.deleteFrom('measured_bytes').where('kind', '=', 'BACKUPS').execute());
  const found = await Promise.all(folders.map(measureFolder));
  await note(deps, 'BACKUPS', {
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    objects: found.reduce((sum, { objects }) => sum + objects, 0),
  });
}

/** Returns the folders with backups on this machine, including those made by an upgrade; null: they are in a bucket. */
function listBackupFolders({ backupTarget, dataDir }: MeasureDeps['config']): string[] | null {
  if (backupTarget !== null && !('folder' in backupTarget)) return null;
  return [join(dataDir, BACKUPS_FOLDER), ...(backupTarget === null ? [] : [backupTarget.folder])];
}

/** Goes folder by folder, so that a million files are never in memory at once. */
async function measureFolder(folder: string): Promise<Measured> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sum = { bytes: 0, objects: 0 };
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const inner = await measureFolder(path);
      sum.bytes += inner.bytes;
      sum.objects += inner.objects;
    } else if (entry.isFile()) {
      sum.bytes += await measureSize(path);
      sum.objects += 1;
    }
  }
  return sum;
}

/** A rotation may remove the file meanwhile. */
const measureSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function note({ db, clock }: MeasureDeps, kind: 'QUARANTINE' | 'BACKUPS', found: Measured): Promise<void> {
  const values = { byte_count: found.bytes, object_count: found.objects, measured_at: clock.now() };
  await db
    .insertInto('measured_bytes')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

const USER_KINDS = STORED_KINDS.filter((kind) => kind !== 'MEDIA');
const columnOf = (kind: StoredKind) => sql.ref(`${kind.toLowerCase()}_bytes`);
const SUMS = sql.join(
  USER_KINDS.map((kind) => sql`coalesce(sum(bytes) filter (where kind = ${sql.lit(kind)}), 0)::bigint`),
);

/**
 * Adds up every record that names stored bytes, by kind and for the users with the most. Reads all of them, so it runs
 * once a day.
 */
async function addUpStoredBytes(tx: Transaction<Schema>, now: Date): Promise<void> {
  await sql`delete from user_stored_bytes`.execute(tx);
  await sql`
    with recorded as materialized (
      select kind, user_id, sum(size_bytes)::bigint as bytes, count(*) as objects
        from recorded_bytes group by kind, user_id),
    by_kind as (
      insert into measured_bytes (kind, byte_count, object_count, measured_at)
      select kind, coalesce(sum(bytes), 0), coalesce(sum(objects), 0), ${now}
        from unnest(${[...STORED_KINDS]}::text[]) kind left join recorded using (kind) group by kind
      on conflict (kind) do update set byte_count = excluded.byte_count, object_count = excluded.object_count,
                                       measured_at = excluded.measured_at)
    insert into user_stored_bytes (user_id, ${sql.join(USER_KINDS.map(columnOf))}, object_count)
    select user_id, ${SUMS}, sum(objects)
      from recorded where user_id is not null
     group by user_id order by sum(bytes) desc, user_id limit ${MAX_SHOWN_USERS}`.execute(tx);
}

async function listLargestUsers(db: Database): Promise<UserBytes[]> {
  const { rows } = await sql<UserBytes>`
    select s.user_id, ${sql.join(USER_KINDS.map(columnOf))}, s.object_count as objects, s.total_bytes,
           u.username, case when u.deleted_at is null then u.id end as open_user_id
      from user_stored_bytes s join users u on u.id = s.user_id
     order by s.total_bytes desc, s.user_id`.execute(db);
  return rows;
}

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
