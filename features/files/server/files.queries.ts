import { sql, type RawBuilder } from 'kysely';
import { compileOnce, memoizeByKey } from '../../../server/database/compile-once.ts';
import { PLANNED_EACH_TIME, type Database } from '../../../server/database/connect.ts';
import { anyOf, hasInFileName, toContainsPattern } from '../../../server/database/patterns.ts';
import { idOf, splitWords } from '../../../server/database/search-words.ts';
import type { FileStatus, PriceStatus } from '../file.ts';
import { DONE_STATUSES, FILE_FIELD_NAMES, REPORTED_FIELDS } from '../file-fields.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { hasTag } from '../../staff/notes/server/tagged.ts';
import { composeContentConditions } from './find-files.ts';
import { isOpenSession, type SessionToProve } from '../../accounts/server/sessions.ts';
import {
  type Work,
  composeAllUsersCondition,
  idOfLiving,
  isFileOfWork,
  selectFilesInScope,
  waitsSince,
} from './file-work.ts';
import { can, type HasRole, type Viewer } from '../../../contract/capabilities.ts';

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
      priceInCredits.as('price'),
      'files.price_status',
      'files.status',
      'files.feasible',
      'files.created_at',
      'files.updated_at',
    ])
    .$if(can(actor, 'users.read-all'), (query) => query.select(idOfLiving.as('user_id')))
    .$if(can(actor, 'work.read'), (query) => query.select(['files.assignee_id', waitsSince.as('waits_since')]))
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

/** What administrators search by: any part of a file's number, its name or its customer's name, or its whole id. */
export interface FileFilter {
  q?: string | undefined;
  status?: FileStatus | undefined;
  price_status?: PriceStatus | undefined;
  work?: WorkFilter | undefined;
  /** Only files of this customer. */
  user_id?: number | undefined;
  tag_id?: number | undefined;
}

/** Whether the filter goes beyond the stored counts of the list, so that matches have to be counted as in a search. */
export const isNarrowedTo = ({ user_id, tag_id }: Pick<FileFilter, 'user_id' | 'tag_id'>): boolean =>
  user_id !== undefined || tag_id !== undefined;

/**
 * Builds the condition of a filter. Customers are looked up first: with their ids in the query, PostgreSQL knows how
 * few or many files match, and searches the index of the names or walks the list accordingly.
 */
export async function composeCondition(
  db: Database,
  { q, status, price_status, work, user_id, tag_id }: FileFilter,
  actorsWork: Work,
): Promise<RawBuilder<boolean>> {
  const conditions = q === undefined ? [] : await searchConditions(db, q);
  if (status !== undefined) conditions.push(sql<boolean>`files.status = ${status}`);
  if (price_status !== undefined) conditions.push(sql<boolean>`files.price_status = ${price_status}`);
  if (work !== undefined) conditions.push(isFileOfWork(work, actorsWork));
  if (user_id !== undefined) conditions.push(sql<boolean>`files.user_id = ${user_id}`);
  if (tag_id !== undefined) conditions.push(hasTag('files', sql<number>`files.id`, tag_id));
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Matches rows that contain every word, or a number that the words spell with spaces between: "03L 906 018 AB". */
async function searchConditions(db: Database, q: string): Promise<RawBuilder<boolean>[]> {
  const words = splitWords(q);
  const ofWords = await Promise.all(words.map((word) => hasWord(db, word)));
  const ofAll = words.length > 1 ? await composeContentConditions(db, words.join('')) : [];
  if (ofAll.length === 0) return ofWords;
  return [sql<boolean>`(${sql.join([sql`(${sql.join(ofWords, sql` and `)})`, ...ofAll], sql` or `)})`];
}

/** More customers than this are not a narrow search, and are matched in the query itself. */
const MAX_OWNERS = 1000;

async function hasWord(db: Database, word: string): Promise<RawBuilder<boolean>> {
  const part = toContainsPattern(word);
  const named = db.selectFrom('users').select('id').where('username', 'ilike', part);
  const owners = await named
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .limit(MAX_OWNERS + 1)
    .execute();
  const found: RawBuilder<unknown>[] = [hasInFileName(word)];
  if (owners.length > MAX_OWNERS) found.push(sql`files.user_id in (${named})`);
  else if (owners.length > 0) found.push(sql`files.user_id = any(${owners.map(({ id: owner }) => owner)}::bigint[])`);
  if (/^\d+$/.test(word)) found.push(sql`files.file_id like ${part}`);
  const id = idOf(word);
  if (id !== null) found.push(sql`files.id = ${id}`);
  found.push(...(await composeContentConditions(db, word)));
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

const selectFile = (db: Database, actor: Viewer, id: number) =>
  selectFileSummaries(db, actor)
    .leftJoin('users as setter', 'setter.id', 'files.offer_set_by')
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
    .where('files.id', '=', id);

/** Selects where the original of a file is stored, and what is ordered with it. */
export const selectOriginal = (db: Database, actor: Viewer, id: number) =>
  selectFilesInScope(db, actor)
    .select(['files.id', 'files.user_id', 'files.file_name', 'files.file_key', 'files.file_sha256'])
    .select('files.ordered_dtcs')
    .where('files.id', '=', id);

/** The SQL text differs only by role. */
export const findFile = memoizeByKey((role: HasRole['role']) =>
  compileOnce((db, { id, userId }: { id: number; userId: number }) => selectFile(db, { id: userId, role }, id)),
);

/** Also finds nothing when the session is over. */
export const findFileOfSession = memoizeByKey((role: HasRole['role']) =>
  compileOnce((db, values: SessionToProve & { fileId: number }) =>
    selectFile(db, { id: values.id, role }, values.fileId).where(isOpenSession(values)),
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
    .select('files.offer_version')
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

export const selectIdByIdempotencyKey = (db: Database, userId: number, key: string) =>
  db.selectFrom('files').select('id').where('user_id', '=', userId).where('idempotency_key', '=', key);

/** Selects those of these storage keys that some version of some file references. */
export const selectNamedKeys = (db: Database, keys: readonly string[]) =>
  db.selectFrom('file_history').select('file_key').where('file_key', '=', anyOf(keys));
