import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../server/http/call.ts';
import { rolesWith } from '../../capabilities.ts';

interface Assignment {
  assigneeId: number | null;
  /** The condition that selects the files; the statement itself excludes deleted ones. */
  of: RawBuilder<boolean>;
  actor: Pick<Actor, 'id' | 'requestId'>;
}

/**
 * Assigns files in one statement, which also writes the audit entries. The assignee's row is locked, so that their role
 * cannot change before the files are theirs.
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
