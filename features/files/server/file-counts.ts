import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { countRows, MAX_COUNTED } from '../../../server/database/list-counts.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';
import type { FileStatus } from '../file.ts';

const COUNTED = ['PROCESSED', 'COMPLETED', 'REFUNDED', 'CANCELED'] as const satisfies FileStatus[];

/** Returns the counts of a dashboard; each status is counted up to 10000, or all of it. */
export async function countFiles(db: Database, actor: Viewer, { isExact = false } = {}) {
  const within = can(actor, 'files.read-all') ? {} : { within: sql<boolean>`user_id = ${actor.id}` };
  const list = { table: 'files', facets: { status: COUNTED }, ...within } as const;
  const { counts, capped } = await countRows(db, list, isExact ? null : MAX_COUNTED);
  const count = (status: FileStatus) => counts['status']?.[status] ?? 0;
  return {
    processed: count('PROCESSED'),
    completed: count('PROCESSED') + count('COMPLETED'),
    refunded: count('REFUNDED'),
    canceled: count('CANCELED'),
    capped: COUNTED.filter((status) => capped.includes(`status.${status}`)),
  };
}
