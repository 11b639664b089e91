import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { toContainsPattern, toPrefixPattern } from '../../../server/database/patterns.ts';
import type { Actor } from '../../../server/http/call.ts';
import { composeContentConditions } from './find-by-content.ts';
import { selectFilesInScope } from './file-scope.ts';

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
    sql<boolean>`files.file_name ilike ${toContainsPattern(text)}`,
    ...(await composeContentConditions(db, text)),
  ];
  return selectFilesInScope(db, actor)
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['files.id', 'files.file_id', 'files.file_name', 'files.status', 'users.username'])
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('files.id', 'desc')
    .limit(limit)
    .execute();
}
