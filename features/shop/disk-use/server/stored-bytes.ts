import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import { MAX_SHOWN_USERS, STORED_KINDS, type StoredKind, type UserBytes } from '../disk-use.calls.ts';

const USER_KINDS = STORED_KINDS.filter((kind) => kind !== 'MEDIA');
const columnOf = (kind: StoredKind) => sql.ref(`${kind.toLowerCase()}_bytes`);
const SUMS = sql.join(
  USER_KINDS.map((kind) => sql`coalesce(sum(bytes) filter (where kind = ${sql.lit(kind)}), 0)::bigint`),
);

/**
 * Adds up every record that names stored bytes, by kind and for the users with the most. Reads all of them, so it runs
 * once a day.
 */
export async function addUpStoredBytes(tx: Transaction<Schema>, now: Date): Promise<void> {
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

export async function listLargestUsers(db: Database): Promise<UserBytes[]> {
  const { rows } = await sql<UserBytes>`
    select s.user_id, ${sql.join(USER_KINDS.map(columnOf))}, s.object_count as objects, s.total_bytes,
           u.username, case when u.deleted_at is null then u.id end as open_user_id
      from user_stored_bytes s join users u on u.id = s.user_id
     order by s.total_bytes desc, s.user_id`.execute(db);
  return rows;
}
