import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';

/**
 * Frees the work of someone who is gone, locked or in another role, for colleagues to take. Every change of a role, of a
 * status and every deletion calls this in its transaction. The tickets follow in a statement of their own, which sees
 * one that was opened while the first waited for its file. Plain SQL, because accounts import neither files nor tickets.
 */
export async function releaseWork(tx: Database, userId: number): Promise<void> {
  await sql`
    update files set assignee_id = null
     where assignee_id = ${userId} and deleted_at is null
       and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED')`.execute(tx);
  await sql`
    update tickets set assignee_id = null
      from files where files.id = tickets.file_id and tickets.assignee_id = ${userId} and files.assignee_id is null`.execute(
    tx,
  );
}
