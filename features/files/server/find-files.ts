import { type RawBuilder, sql } from 'kysely';
import { type Database, PLANNED_EACH_TIME } from '../../../server/database/connect.ts';
import {
  hasInFileName,
  idOf,
  splitWords,
  toContainsPattern,
  toPrefixPattern,
} from '../../../server/database/patterns.ts';
import type { Viewer } from '../../../contract/capabilities.ts';
import { type Work, isFileOfWork, selectFilesInScope } from './file-rows.ts';
import type { FileStatus, PriceStatus } from '../file.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { hasTag } from '../../staff/notes/server/tagged.ts';

/**
 * Finds the newest files whose number begins with the text, whose name contains it, or whose original matches it by
 * hash or number.
 */
export async function findFiles(db: Database, actor: Viewer, { text, limit }: { text: string; limit: number }) {
  const conditions = [
    sql<boolean>`files.file_id like ${toPrefixPattern(text.replace(/^#/, ''))}`,
    hasInFileName(text),
    hasReference(text),
    ...(await composeContentConditions(db, text)),
  ];
  return selectFilesInScope(db, actor)
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['files.id', 'files.file_id', 'files.file_name', 'files.status', 'users.username'])
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('files.id', 'desc')
    .limit(limit)
    .execute();
}

/** A number that is in more files than this is not a narrow search, and is matched in the query itself. */
const MAX_FOUND = 1000;

/**
 * Builds the conditions that match originals by content: the beginning of a SHA-256, or part of a number in their
 * bytes. Numbers are looked up first, because PostgreSQL then knows how few files match.
 */
async function composeContentConditions(db: Database, text: string): Promise<RawBuilder<boolean>[]> {
  const found: RawBuilder<boolean>[] = [];
  if (mayBeHash(text)) found.push(sql<boolean>`files.file_sha256 like ${toPrefixPattern(text.toLowerCase())}`);
  if (!mayBeNumber(text)) return found;
  const holding = db
    .selectFrom('file_fingerprints')
    .select('file_id')
    .where('numbers', 'like', toContainsPattern(normalizeNumber(text)));
  const rows = await holding
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .limit(MAX_FOUND + 1)
    .execute();
  if (rows.length > MAX_FOUND) found.push(sql<boolean>`files.id in (${holding})`);
  else if (rows.length > 0) found.push(sql<boolean>`files.id = any(${rows.map(({ file_id }) => file_id)}::bigint[])`);
  return found;
}

/** Normalises a number for searches: 03L 906 018 AB, 03l906018ab and 03L-906-018-AB are the same. */
export const normalizeNumber = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Shorter parts of a number occur in thousands of files. */
const MIN_LENGTH = 4;

/** Returns whether a word may be part of a number: every number of a control unit has a digit. */
export const mayBeNumber = (text: string): boolean => {
  const plain = normalizeNumber(text);
  return plain.length >= MIN_LENGTH && /\d/.test(plain);
};

/** Returns whether the text may be the beginning of a SHA-256 as people copy it: at least 8 digits. */
export const mayBeHash = (text: string): boolean => /^[0-9a-f]{8,64}$/i.test(text);

/** What administrators search by: any part of a file's number, its name or its customer's name, or its whole id. */
interface FileFilter {
  q?: string | undefined;
  status?: FileStatus | undefined;
  price_status?: PriceStatus | undefined;
  work?: WorkFilter | undefined;
  /** Only files of this customer. */
  user_id?: number | undefined;
  tag_id?: number | undefined;
  external_reference?: string | undefined;
  updated_since?: string | undefined;
}

/** Whether the filter goes beyond the stored counts of the list, so that matches have to be counted as in a search. */
export const isNarrowedTo = ({ user_id, tag_id, external_reference, updated_since }: FileFilter): boolean =>
  [user_id, tag_id, external_reference, updated_since].some((one) => one !== undefined);

const hasReference = (text: string) => sql<boolean>`files.external_reference = ${text}`;

/** What programs ask for: the file that they call so, and what has changed since they last asked. */
export const composeProgramConditions = ({
  external_reference,
  updated_since,
}: Pick<FileFilter, 'external_reference' | 'updated_since'>): RawBuilder<boolean>[] => [
  ...(external_reference === undefined ? [] : [hasReference(external_reference)]),
  ...(updated_since === undefined ? [] : [sql<boolean>`files.updated_at >= ${updated_since}::timestamptz`]),
];

/**
 * Builds the condition of a filter. Customers are looked up first: with their ids in the query, PostgreSQL knows how
 * few or many files match, and searches the index of the names or walks the list accordingly.
 */
export async function composeCondition(
  db: Database,
  { q, status, price_status, work, user_id, tag_id, ...asked }: FileFilter,
  actorsWork: Work,
): Promise<RawBuilder<boolean>> {
  const conditions = q === undefined ? [] : await searchConditions(db, q);
  if (status !== undefined) conditions.push(sql<boolean>`files.status = ${status}`);
  if (price_status !== undefined) conditions.push(sql<boolean>`files.price_status = ${price_status}`);
  if (work !== undefined) conditions.push(isFileOfWork(work, actorsWork));
  if (user_id !== undefined) conditions.push(sql<boolean>`files.user_id = ${user_id}`);
  if (tag_id !== undefined) conditions.push(hasTag('files', sql<number>`files.id`, tag_id));
  conditions.push(...composeProgramConditions(asked));
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
  const found: RawBuilder<unknown>[] = [hasInFileName(word), hasReference(word)];
  if (owners.length > MAX_OWNERS) found.push(sql`files.user_id in (${named})`);
  else if (owners.length > 0) found.push(sql`files.user_id = any(${owners.map(({ id: owner }) => owner)}::bigint[])`);
  if (/^\d+$/.test(word)) found.push(sql`files.file_id like ${part}`);
  const id = idOf(word);
  if (id !== null) found.push(sql`files.id = ${id}`);
  found.push(...(await composeContentConditions(db, word)));
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}
