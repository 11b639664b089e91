import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { CountFault } from '../../../../server/database/list-counts.ts';
import { LARGEST_SHOWN, STORED_KINDS } from '../disk-use.list.ts';
import type { DiskUse, StoredKind, UserBytes } from '../disk-use.contract.ts';

const USER_KINDS = STORED_KINDS.filter((kind) => kind !== 'MEDIA');
const columnOf = (kind: StoredKind) => sql.ref(`${kind.toLowerCase()}_bytes`);
const COLUMNS = sql.join(USER_KINDS.map(columnOf));
/** Sums over rows with a kind and a byte_count. */
const SUMS = sql.join(
  USER_KINDS.map((kind) => sql`coalesce(sum(byte_count) filter (where kind = ${sql.lit(kind)}), 0)::bigint`),
);
const NAMED_SUMS = sql.join(
  USER_KINDS.map(
    (kind) => sql`coalesce(sum(byte_count) filter (where kind = ${sql.lit(kind)}), 0)::bigint as ${columnOf(kind)}`,
  ),
);
const ADDED = sql.join(
  USER_KINDS.map((kind) => sql`${columnOf(kind)} = user_stored_bytes.${columnOf(kind)} + excluded.${columnOf(kind)}`),
);

/** Adds the changes since the last update to the stored sum of each kind. */
export async function listBytesByKind(db: Database): Promise<DiskUse['kinds']> {
  const { rows } = await sql<DiskUse['kinds'][number]>`
    select kind, sum(byte_count)::bigint as bytes, sum(object_count)::bigint as objects
      from (select kind, byte_count, object_count from stored_bytes
            union all
            select kind, byte_count, object_count from stored_byte_changes) both_sides
     group by kind`.execute(db);
  const none = { bytes: 0, objects: 0 };
  return STORED_KINDS.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...none });
}

/**
 * Exact: it reads as many sums as are shown, plus one for each user with changes since, who may no longer be among
 * them. `offset 0` makes it look up each of those by number, whatever the planner expects of them.
 */
export async function listLargestUsers(db: Database): Promise<UserBytes[]> {
  const total = sql.join(USER_KINDS.map(columnOf), sql` + `);
  const added = USER_KINDS.map(
    (kind) => sql`coalesce(s.${columnOf(kind)}, 0) + coalesce(c.${columnOf(kind)}, 0) as ${columnOf(kind)}`,
  );
  const shown = sql.lit(LARGEST_SHOWN);
  const { rows } = await sql<UserBytes>`
    with changed as (
      select user_id, ${NAMED_SUMS}, sum(object_count)::bigint as object_count
        from stored_byte_changes where user_id is not null group by user_id),
    settled as (
      (select * from user_stored_bytes order by total_bytes desc, user_id limit ${shown} + (select count(*) from changed))
      union
      select s.* from changed c
       cross join lateral (select * from user_stored_bytes where user_id = c.user_id offset 0) s),
    sums as (
      select user_id, ${sql.join(added)}, coalesce(s.object_count, 0) + coalesce(c.object_count, 0) as objects
        from settled s full join changed c using (user_id)),
    largest as (
      select *, ${total} as total_bytes from sums where ${total} > 0 order by total_bytes desc, user_id limit ${shown})
    select largest.*, u.username, case when u.deleted_at is null then u.id end as open_user_id
      from largest join users u on u.id = largest.user_id
     order by total_bytes desc, user_id`.execute(db);
  return rows;
}

/** Adds what has changed to the sums; called every hour. */
export async function gatherStoredBytes(db: Database): Promise<void> {
  await sql`
    with taken as (delete from stored_byte_changes returning kind, user_id, byte_count, object_count),
    by_kind as (
      insert into stored_bytes (kind, byte_count, object_count)
      select kind, sum(byte_count), sum(object_count) from taken group by kind
      on conflict (kind) do update set byte_count = stored_bytes.byte_count + excluded.byte_count,
                                       object_count = stored_bytes.object_count + excluded.object_count)
    insert into user_stored_bytes (user_id, ${COLUMNS}, object_count)
    select user_id, ${SUMS}, sum(object_count) from taken where user_id is not null group by user_id
    on conflict (user_id) do update set ${ADDED}, object_count = user_stored_bytes.object_count + excluded.object_count`.execute(
    db,
  );
}

/**
 * Corrects the sums from the records, by kind and by user; each with one statement, so that both sides are of one
 * moment.
 */
export async function correctStoredBytes(db: Database): Promise<CountFault[]> {
  const { rows: kinds } = await sql<CountFault>`
    with differing as (
      select kind, sum(bytes)::bigint as bytes, sum(objects)::bigint as objects
        from (select kind, size_bytes as bytes, 1 as objects from recorded_bytes
              union all select kind, -byte_count, -object_count from stored_bytes
              union all select kind, -byte_count, -object_count from stored_byte_changes) both_sides
       group by kind having sum(bytes) <> 0 or sum(objects) <> 0)
    insert into stored_bytes (kind, byte_count, object_count) select kind, bytes, objects from differing
    on conflict (kind) do update set byte_count = stored_bytes.byte_count + excluded.byte_count,
                                     object_count = stored_bytes.object_count + excluded.object_count
    returning 'bytes of ' || kind as name,
              (select bytes from differing d where d.kind = stored_bytes.kind) as missing`.execute(db);
  const settled = sql.join(
    USER_KINDS.map(
      (kind) => sql`union all select user_id, ${sql.lit(kind)}, -${columnOf(kind)}, 0 from user_stored_bytes`,
    ),
    sql` `,
  );
  const { rows: users } = await sql<CountFault>`
    with differing as (
      select user_id, kind, sum(bytes)::bigint as byte_count, sum(objects)::bigint as object_count
        from (select user_id, kind, size_bytes as bytes, 1 as objects from recorded_bytes where user_id is not null
              union all select user_id, kind, -byte_count, -object_count from stored_byte_changes where user_id is not null
              ${settled}
              union all select user_id, '', 0, -object_count from user_stored_bytes) both_sides
       group by user_id, kind),
    wrong as (
      select user_id, ${NAMED_SUMS},
             sum(object_count)::bigint as object_count, sum(abs(byte_count))::bigint as missing
        from differing group by user_id having bool_or(byte_count <> 0) or sum(object_count) <> 0)
    insert into user_stored_bytes (user_id, ${COLUMNS}, object_count)
    select user_id, ${COLUMNS}, object_count from wrong
    on conflict (user_id) do update set ${ADDED}, object_count = user_stored_bytes.object_count + excluded.object_count
    returning 'bytes of user ' || user_id as name,
              (select missing from wrong w where w.user_id = user_stored_bytes.user_id) as missing`.execute(db);
  return [...kinds, ...users];
}
