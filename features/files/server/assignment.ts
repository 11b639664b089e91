import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { type SelectionRefusals, changeSelected } from '../../../server/database/selection.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { listStaff } from '../../staff/work/server/work.ts';
import type * as contract from '../assignment.calls.ts';
import type { FileDetail, FileStatus } from '../file.ts';
import { justChanged, moreSelected, notStaff, released, taken, tooManySelected } from '../files.rules.ts';
import { notifyStarted } from './file-mails.ts';
import { explainRefusal, getFile } from './files.ts';
import { composeSelectionCondition } from './selected-files.ts';
import { passOnToTickets } from './file-edits.ts';
import { hasCapability } from '../../../server/database/active-users.ts';
import { statusSince } from './file-rows.ts';

/** Assigns a file to the first who takes it: the statement itself checks the current assignee. */
export async function assignFile(
  { db }: Deps,
  actor: Actor,
  { id, assignee_id: assigneeId, seen }: InputOf<typeof contract.assignFile>,
): Promise<FileDetail> {
  return db.transaction().execute(async (tx) => {
    const of = sql<boolean>`files.id = ${id} and (files.assignee_id is not distinct from ${seen}::bigint
      or files.assignee_id is not distinct from ${assigneeId}::bigint)`;
    const rows = await assignAndStart(tx, { assigneeId, of, actor });
    if (rows.length === 0) throw await findRefusal(tx, actor, id, { assigneeId, seen });
    return getFile(tx, actor, id);
  });
}

/** Who has work assigned has it in progress: the owners of files that were waiting are notified (rules 3). */
async function assignAndStart(tx: Transaction<Schema>, assignment: Parameters<typeof assign>[0]) {
  const { rows } = await assign(assignment).execute(tx);
  await passOnToTickets(
    tx,
    rows.map(({ id }) => id),
  );
  for (const row of rows) if (row.is_started) await notifyStarted(tx, row);
  return rows;
}

async function findRefusal(
  db: Deps['db'],
  actor: Actor,
  id: number,
  { assigneeId, seen }: { assigneeId: number | null; seen: number | null },
) {
  const staff = await listStaff({ db });
  if (assigneeId !== null && staff.every((one) => one.id !== assigneeId)) return notStaff();
  return explainRefusal(db, actor, id, ({ assignee_id: now }) => {
    if (now === null || now === undefined) return seen === null ? justChanged() : released();
    const username = staff.find((one) => one.id === now)?.username;
    return username === undefined ? justChanged() : taken({ username, assignee_id: now });
  });
}

type Bulk = Pick<InputOf<typeof contract.assignSelectedFiles>, 'count' | 'assignee_id' | 'with_others'>;
type Assigned = ReplyOf<typeof contract.assignSelectedFiles>;

export const assignSelectedFiles = (
  deps: Deps,
  actor: Actor,
  { count, assignee_id, with_others, ...selection }: InputOf<typeof contract.assignSelectedFiles>,
): Promise<Assigned> =>
  assignMany(
    deps,
    actor,
    { count, assignee_id, with_others },
    {
      chosen: (db) => composeSelectionCondition({ ...deps, db }, actor, selection),
      refusals: { moreSelected, tooManySelected },
    },
  );

interface Chosen {
  chosen: (db: Deps['db']) => ReturnType<typeof composeSelectionCondition>;
  refusals: SelectionRefusals;
}

/** Assigns many files, or many tickets together with their files. */
export async function assignMany(
  { db }: Deps,
  actor: Actor,
  { count, assignee_id: assigneeId, with_others: withOthers }: Bulk,
  { chosen, refusals }: Chosen,
): Promise<Assigned> {
  const isFree = withOthers
    ? sql<boolean>`true`
    : sql<boolean>`(files.assignee_id is null or files.assignee_id in (${actor.id}::bigint, ${assigneeId}::bigint))`;
  const { length: assigned } = await changeSelected(db, {
    confirmed: count,
    refusals,
    change: async (tx) => {
      const of = sql<boolean>`${await chosen(tx)} and ${isFree}`;
      return assignAndStart(tx, { assigneeId, of, actor });
    },
  });
  if (assigned === 0 && assigneeId !== null) {
    const staff = await listStaff({ db });
    if (staff.every((one) => one.id !== assigneeId)) throw notStaff();
  }
  return { message: 'Files assigned.', assigned, left_out: count - assigned };
}

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
const assign = ({ assigneeId, of, actor }: Assignment) => sql<Row>`
  with assignee as (
    select id, username from users
     where id = ${assigneeId}::bigint and ${hasCapability('files.process')} and status = 'ACTIVE'
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
