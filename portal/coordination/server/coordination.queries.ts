import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor } from '../../../server/http/call.ts';
import { rolesWith } from '../../capabilities.ts';
import { MOST_PRESENCES, MOST_STAFF, PRESENCE_LEASE_SECONDS } from '../coordination.list.ts';

/** Those who work on files. */
export const selectStaff = (db: Database) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .where('users.role', 'in', rolesWith('files.process'))
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.username')
    .limit(MOST_STAFF);

/** A session that has ended has nothing open. */
export const selectPresences = (db: Database) =>
  db
    .selectFrom('presences')
    .innerJoin('sessions', 'sessions.id', 'presences.session_id')
    .select(['presences.file_id', 'presences.user_id'])
    .distinct()
    .where('presences.ends_at', '>', sql<string>`now()`)
    .orderBy('presences.file_id')
    .limit(MOST_PRESENCES);

/** Of a file that is there. What is over goes with it, so that the table is as long as what is open. */
export const upsertPresence = (actor: Pick<Actor, 'id' | 'sessionId'>, fileId: number) => sql<{ id: number }>`
  with ended as (delete from presences where ends_at <= now() and (session_id, file_id) <> (${actor.sessionId}, ${fileId}))
  insert into presences (session_id, file_id, user_id, ends_at)
  select ${actor.sessionId}, id, ${actor.id}::bigint, now() + make_interval(secs => ${PRESENCE_LEASE_SECONDS})
    from files where id = ${fileId}::bigint and deleted_at is null
  on conflict (session_id, file_id) do update set ends_at = excluded.ends_at
  returning file_id as id`;

export const deletePresence = ({ sessionId }: Pick<Actor, 'sessionId'>, fileId: number) => sql<{ id: number }>`
  with ended as (delete from presences where session_id = ${sessionId} and file_id = ${fileId}::bigint)
  select id from files where id = ${fileId}::bigint and deleted_at is null`;

interface Assignment {
  assigneeId: number | null;
  /** Which files, without their deletion. */
  of: RawBuilder<boolean>;
  actor: Pick<Actor, 'id' | 'requestId'>;
}

/**
 * Assigns files in one statement, which also writes it into the audit list. The row of the assignee is locked, so that
 * their role cannot change before the files are theirs.
 */
export const assign = ({ assigneeId, of, actor }: Assignment) => sql<{ id: number }>`
  with assignee as (
    select id, username from users
     where id = ${assigneeId}::bigint and role = any(${[...rolesWith('files.process')]}) and status = 'ACTIVE'
       and deleted_at is null
     for share
  ),
  before as (
    select files.id, files.assignee_id from files
     where files.deleted_at is null and ${of}
       and (${assigneeId}::bigint is null or exists (select from assignee))
     for no key update
  ),
  assigned as (
    update files set assignee_id = ${assigneeId}::bigint
      from before where files.id = before.id and before.assignee_id is distinct from ${assigneeId}::bigint
    returning files.id, files.file_id, before.assignee_id
  ),
  recorded as (
    insert into changes (user_id, kind, subject, subject_id, subject_name, old_value, new_value, request_id)
    select ${actor.id}::bigint, 'ASSIGNEE', 'FILE', assigned.id, assigned.file_id,
           (select username from users where users.id = assigned.assignee_id), (select username from assignee),
           ${actor.requestId}
      from assigned order by assigned.id
  )
  select id from before`;
