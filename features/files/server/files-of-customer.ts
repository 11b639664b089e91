import type { Database } from '../../../server/database/connect.ts';
import type { Viewer } from '../../../contract/capabilities.ts';
import type { FileSummary } from '../file.ts';
import { DONE_STATUSES } from '../file-fields.ts';
import { selectFileSummaries } from './files.queries.ts';

export const listNewestFiles = (
  db: Database,
  actor: Viewer,
  { userId, limit }: { userId: number; limit: number },
): Promise<FileSummary[]> => selectFileSummaries(db, actor).where('files.user_id', '=', userId).limit(limit).execute();

/** Counts, from the rows, all of a customer's files and those that are not done. */
export const countCustomerFiles = (db: Database, userId: number): Promise<{ all: number; open: number }> =>
  db
    .selectFrom('files')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('status', 'not in', DONE_STATUSES).as('open'),
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
