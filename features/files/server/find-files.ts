import { type RawBuilder, sql } from 'kysely';
import { type Database, PLANNED_EACH_TIME } from '../../../server/database/connect.ts';
import { hasInFileName, toContainsPattern, toPrefixPattern } from '../../../server/database/patterns.ts';
import type { Actor } from '../../../server/http/call.ts';
import { selectFilesInScope } from './file-work.ts';
import { mayBeHash, mayBeNumber, normalizeNumber } from '../numbers.rules.ts';

/**
 * Finds the newest files whose number begins with the text, whose name contains it, or whose original matches it by
 * hash or number.
 */
export async function findFiles(
  db: Database,
  actor: Pick<Actor, 'id' | 'role'>,
  { text, limit }: { text: string; limit: number },
) {
  const conditions = [
    sql<boolean>`files.file_id like ${toPrefixPattern(text.replace(/^#/, ''))}`,
    hasInFileName(text),
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
export async function composeContentConditions(db: Database, text: string): Promise<RawBuilder<boolean>[]> {
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
