import type { Database } from '../../../server/database/connect.ts';
import { containing, startingWith } from '../../../server/database/patterns.ts';
import type { Actor } from '../../../server/http/call.ts';
import { filesInScope } from './file-scope.ts';

/** The newest files whose number begins with the text, or whose name has it. */
export const findFiles = (
  db: Database,
  actor: Pick<Actor, 'id' | 'role'>,
  { text, limit }: { text: string; limit: number },
) =>
  filesInScope(db, actor)
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['files.id', 'files.file_id', 'files.file_name', 'files.status', 'users.username'])
    .where((eb) =>
      eb.or([
        eb('files.file_id', 'like', startingWith(text.replace(/^#/, ''))),
        eb('files.file_name', 'ilike', containing(text)),
      ]),
    )
    .orderBy('files.id', 'desc')
    .limit(limit)
    .execute();
