import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { readListCounts, type CountFault } from '../../../server/database/list-counts.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';
import type { FileStatus } from '../files.contract.ts';

/** Returns the counts of a dashboard, which triggers maintain with every change (migrations 0042 and 0052). */
export async function countFiles(db: Database, actor: Viewer) {
  const counts: Readonly<Record<string, number>> = can(actor, 'files.read-all')
    ? ((await readListCounts(db, 'files')).counts['status'] ?? {})
    : await readCountsOf(db, actor.id);
  const count = (status: FileStatus) => counts[status] ?? 0;
  return {
    processed: count('PROCESSED'),
    completed: count('PROCESSED') + count('COMPLETED'),
    refunded: count('REFUNDED'),
    canceled: count('CANCELED'),
  };
}

async function readCountsOf(db: Database, userId: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('customer_file_counts')
    .select((eb) => ['status', eb.fn.sum<string>('row_count').as('row_count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, row_count }) => [status, Number(row_count)]));
}

/** Merges the counted changes of a customer into one row per status; the sums stay the same. */
export async function gatherCustomerFileCounts(db: Database): Promise<void> {
  await sql`
    with several as (select user_id, status from customer_file_counts group by 1, 2 having count(*) > 1),
         taken as (delete from customer_file_counts c using several s
                    where c.user_id = s.user_id and c.status = s.status returning c.user_id, c.status, c.row_count)
    insert into customer_file_counts (user_id, status, row_count)
    select user_id, status, sum(row_count) from taken group by 1, 2 having sum(row_count) <> 0`.execute(db);
}

/** Uses a single statement, so that counts and rows are from the same moment. */
export async function correctCustomerFileCounts(db: Database): Promise<CountFault[]> {
  const { rows } = await sql<CountFault>`
    with differing as (
      select user_id, status, sum(n)::bigint as missing
        from (select user_id, status, count(*) as n from files where deleted_at is null group by 1, 2
              union all
              select user_id, status, -sum(row_count) from customer_file_counts group by 1, 2) both_sides
       group by 1, 2 having sum(n) <> 0
    )
    insert into customer_file_counts (user_id, status, row_count)
    select user_id, status, missing from differing
    returning 'files of user ' || user_id || ': ' || status as name, row_count as missing`.execute(db);
  return rows;
}
