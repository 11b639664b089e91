import { type RawBuilder, sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { type OverdueSince, overdueSince } from '../../staff/work/server/work.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { DONE_STATUSES, FILE_FIELD_NAMES, OPEN_STATUSES, REPORTED_FIELDS } from '../file-fields.ts';
import type { Database } from '../../../server/database/connect.ts';
import { type Viewer, can } from '../../../contract/capabilities.ts';
import type { FileStatus } from '../file.ts';
import { anyOf, compileByCapabilities, compileOnce } from '../../../server/database/patterns.ts';
import { type SessionToProve, isOpenSession } from '../../accounts/server/sessions.ts';

/** The user whose part of the work is requested, and the times before which something counts as overdue now. */
export interface Work {
  userId: number;
  since: OverdueSince;
}

export const toWork = (deps: Pick<Deps, 'config' | 'clock'>, actor: Pick<Actor, 'id'>): Work => ({
  userId: actor.id,
  since: overdueSince(deps),
});

/**
 * Files with a price or a change for staff to deal with; spelled as in the condition of the indexes.
 */
export const waitsForStaff = sql<boolean>`((files.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})
  and files.price_status = 'UNPAID' and files.feasible is null)
  or (files.revision_since is not null and files.status = 'PROCESSED'))`;

const waitingSince = sql<string>`coalesce(files.revision_since, files.status_since)`;

/** Null: the file is not waiting for staff. */
const waitsSince = sql<string | null>`case when ${waitsForStaff} then ${waitingSince} end`;

/** Returns the condition for the files that a work filter names. */
export function isFileOfWork(filter: WorkFilter, { userId, since }: Work): RawBuilder<boolean> {
  if (filter === 'waiting') return waitsForStaff;
  if (filter === 'mine') return sql<boolean>`(${waitsForStaff} and files.assignee_id = ${userId})`;
  if (filter === 'unassigned') return sql<boolean>`(${waitsForStaff} and files.assignee_id is null)`;
  const late = OPEN_STATUSES.flatMap((status) => {
    const moment = since[status];
    return moment === null ? [] : [sql`(files.status = ${status} and ${waitingSince} < ${moment}::timestamptz)`];
  });
  return late.length === 0 ? sql<boolean>`false` : sql<boolean>`(${waitsForStaff} and (${sql.join(late, sql` or `)}))`;
}

export const selectFilesOfWork = (filter: WorkFilter, work: Work) =>
  sql`select from files where ${isFileOfWork(filter, work)} and files.deleted_at is null`;

/** Files the actor may see: all of them, or only their own; never deleted ones. */
export const selectFilesInScope = (db: Database, actor: Viewer) =>
  db
    .selectFrom('files')
    .where('files.deleted_at', 'is', null)
    .$if(!can(actor, 'files.read-all'), (query) => query.where('files.user_id', '=', actor.id));

/** For a query over `users`: the id of a user that administrators can open, null for a deleted one. */
export const idOfLiving = sql<number | null>`case when users.deleted_at is null then users.id end`;

/** What staff read of a file or ticket: whose it is, and who works on it. Empty where a staff role leaves that out. */
export function columnsOfStaff(actor: Viewer, table: 'files' | 'tickets', since: RawBuilder<string | null>) {
  const works = can(actor, 'work.read');
  return [
    (can(actor, 'users.read-all') ? idOfLiving : sql<number | null>`null::bigint`).as('user_id'),
    (works ? sql<number | null>`${sql.ref(`${table}.assignee_id`)}` : sql<number | null>`null::bigint`).as(
      'assignee_id',
    ),
    (works ? since : sql<string | null>`null::timestamptz`).as('waits_since'),
  ] as const;
}

/** Starts a statement that changes one file in the actor's scope; the guards follow in its `where`. */
export const changeFile = (db: Database, actor: Viewer, id: number) =>
  db
    .updateTable('files')
    .set({ updated_at: sql`now()` })
    .where('files.id', '=', id)
    .where('files.deleted_at', 'is', null)
    .$if(!can(actor, 'files.read-all'), (query) => query.where('files.user_id', '=', actor.id));

/**
 * The columns of a change of status, which is made in no other way: `status` alone cannot be set. A file that returns to
 * PENDING, because the start of its work is undone, has waited since its upload.
 */
export function intoStatus(entered: FileStatus | RawBuilder<FileStatus>): { status_since: RawBuilder<string> } {
  const status = typeof entered === 'string' ? sql<FileStatus>`${entered}::text` : entered;
  const columns = { status, status_since: statusSince(status) };
  return columns;
}

/** Since when a file is in the status that the same statement sets; one that keeps its status keeps the moment. */
export const statusSince = (entered: RawBuilder<FileStatus>) => sql<string>`
  case ${entered} when files.status then files.status_since when 'PENDING' then files.created_at else now() end`;

/**
 * True for every row: the condition of indexes that only a query over all users' rows may use (files_open). For a
 * single customer, PostgreSQL would read through everyone else's rows down to that customer's old ones.
 */
export const composeAllUsersCondition = (id: 'files.id' | 'tickets.id') => sql<boolean>`${sql.ref(id)} > 0`;

const priceInCredits = sql<number>`files.price_cents / 100.0::float8`;

export const selectFileSummaries = (db: Database, actor: Viewer) =>
  selectFilesInScope(db, actor)
    .innerJoin('users', 'users.id', 'files.user_id')
    .select([
      'files.id',
      'files.file_id',
      'files.file_name',
      'users.username',
      'files.brand',
      'files.ecu',
      'files.generation',
      'files.solution',
      'files.external_reference',
      priceInCredits.as('price'),
      'files.price_status',
      'files.status',
      'files.feasible',
      'files.created_at',
      'files.updated_at',
    ])
    .$if(can(actor, 'files.read-all'), (query) => query.select(columnsOfStaff(actor, 'files', waitsSince)))
    .orderBy('files.id', 'desc');

const LAST_FILES = 200;

/** Spelled as in the condition of the indexes, which a parameter cannot match. */
const DONE = sql.join(DONE_STATUSES.map((status) => sql.lit(status)));

/** Selects the newest files that are still waiting. */
export const selectOpenFiles = (db: Database, actor: Viewer) =>
  selectFileSummaries(db, actor)
    .where(sql<boolean>`files.status not in (${DONE})`)
    .$if(can(actor, 'files.read-all'), (query) => query.where(composeAllUsersCondition('files.id')))
    .limit(LAST_FILES);

const selectFile = (db: Database, actor: Viewer, id: number) =>
  selectFileSummaries(db, actor)
    .leftJoin('users as setter', 'setter.id', 'files.offer_set_by')
    .leftJoin('users as colleague', 'colleague.id', 'files.person_id')
    .select(FILE_FIELD_NAMES.map((name) => `files.${name}` as const))
    .select(['files.offer_version', 'setter.username as offer_set_by', 'files.offer_set_at'])
    .select([
      'users.email',
      'files.file_size_bytes',
      'files.file_sha256',
      'files.mod_file_name',
      'files.mod_file_size_bytes',
      'files.mod_file_sha256',
      'files.solution_ids',
      'files.ordered_dtcs',
      'files.further_files',
      'files.delivered_at',
      'files.revision_since',
      'files.notes',
      'files.ticket_id',
      'files.checked_at',
      'files.paid_at',
    ])
    .select('colleague.username as ordered_by')
    .where('files.id', '=', id);

/** Selects where the original of a file is stored, and what is ordered with it. */
export const selectOriginal = (db: Database, actor: Viewer, id: number) =>
  selectFilesInScope(db, actor)
    .select(['files.id', 'files.user_id', 'files.file_name', 'files.file_key', 'files.file_sha256'])
    .select('files.ordered_dtcs')
    .where('files.id', '=', id);

export const findFile = compileByCapabilities((who) =>
  compileOnce((db, { id, userId }: { id: number; userId: number }) => selectFile(db, { ...who, id: userId }, id)),
);

/** Also finds nothing when the session is over. */
export const findFileOfSession = compileByCapabilities((who) =>
  compileOnce((db, values: SessionToProve & { fileId: number }) =>
    selectFile(db, { ...who, id: values.id }, values.fileId).where(isOpenSession(values)),
  ),
);

/** Selects the content of a mail to the file's owner; nothing when the owner no longer exists. */
export const selectFileForMail = (db: Database, id: number) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select([
      'users.email',
      'users.username',
      'files.user_id',
      'files.file_id',
      'files.file_name',
      'files.solution',
      'files.notes',
    ])
    .select(['files.price_cents', 'files.price_status', 'files.feasible', 'files.updated_at'])
    .select(['files.offer_version', 'files.status', 'files.ticket_id'])
    .select(REPORTED_FIELDS.map((name) => `files.${name}` as const))
    .where('files.id', '=', id)
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null);

export const selectFileHistory = (db: Database, fileId: number) =>
  db
    .selectFrom('file_history as h')
    .leftJoin('users', 'users.id', 'h.findings_confirmed_by')
    .select(['h.id', 'h.file_name', 'h.kind', 'h.size_bytes', 'h.created_at', 'h.findings'])
    .select('h.delivered_at')
    .select('users.username as confirmed_by')
    .select(sql<boolean>`h.proposal_id is not null`.as('has_proof'))
    .where('h.file_id', '=', fileId)
    .orderBy('h.id', 'desc');

/** Selects the ordered trouble codes of these files. */
/** Selects what the spreadsheet has and the list leaves out. */
export const selectColumnsOfCsv = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('files')
    .select(['id', 'ordered_dtcs'])
    .select(REPORTED_FIELDS)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`);

/** Selects those of these storage keys that some version of some file references. */
export const selectNamedKeys = (db: Database, keys: readonly string[]) =>
  db.selectFrom('file_history').select('file_key').where('file_key', '=', anyOf(keys));
