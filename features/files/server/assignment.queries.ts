import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../server/http/call.ts';
import { listRolesWith } from '../../../contract/capabilities.ts';
import type { FileStatus } from '../file.ts';
import { statusSince } from './file-scope.ts';

interface Assignment {
  assigneeId: number | null;
  /** The condition that selects the files; the statement itself excludes deleted ones. */
  of: RawBuilder<boolean>;
  actor: Pick<Actor, 'id' | 'requestId'>;
}

interface Row {
  id: number;
  file_id: string;
  user_id: number;
  /** True when the file was waiting, and its work has started with the assignment. */
  is_started: boolean;
}

const NEXT_STATUS = sql<FileStatus>`case when before.is_started then 'IN_PROGRESS' else files.status end`;

/**
 * Assigns files in one statement, which also starts the work on those that wait and writes the audit entries. The
 * assignee's row is locked, so that their role cannot change before the files are theirs.
 */
export const assign = ({ assigneeId, of, actor }: Assignment) => sql<Row>`
  with assignee as (
    select id, username from users
     where id = ${assigneeId}::bigint and role = any(${[...listRolesWith('files.process')]}) and status = 'ACTIVE'
       and deleted_at is null
     for share
  ),
  before as (
    select files.id, files.file_id, files.user_id, files.assignee_id,
           files.status = 'PENDING' and ${assigneeId}::bigint is not null as is_started
      from files
     where files.deleted_at is null and ${of}
       and (${assigneeId}::bigint is null or exists (select from assignee))
     for no key update
  ),
  assigned as (
    update files set assignee_id = ${assigneeId}::bigint,
           status = ${NEXT_STATUS}, status_since = ${statusSince(NEXT_STATUS)},
           updated_at = case when before.is_started then now() else files.updated_at end
      from before where files.id = before.id
       and (before.assignee_id is distinct from ${assigneeId}::bigint or before.is_started)
    returning files.id, files.file_id, before.assignee_id, before.is_started
  ),
  recorded as (
    insert into changes (user_id, kind, subject, subject_id, subject_name, old_value, new_value, request_id)
    select ${actor.id}::bigint, change.kind, 'FILE', assigned.id, assigned.file_id, change.old_value, change.new_value,
           ${actor.requestId}
      from assigned, lateral (
        select 'ASSIGNEE' as kind, (select username from users where users.id = assigned.assignee_id) as old_value,
               (select username from assignee) as new_value
         where assigned.assignee_id is distinct from ${assigneeId}::bigint
        union all
        select 'FILE_STATUS', 'PENDING', 'IN_PROGRESS' where assigned.is_started
      ) as change
     order by assigned.id
  )
  select id, file_id, user_id, is_started from before`;
