import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';

interface Posting {
  at: string;
  key: string;
  source: 'Upload' | 'Refund' | 'Payment' | 'Admin' | 'DTC OFF';
  userId: number;
  /** The change to the customer's balance, by unit. */
  cents: Partial<Record<'MAIN' | 'AI', number>>;
  fileId?: number;
  isTest?: boolean;
}

/** Posts a ledger event with a date in the past, as the owner of the database: `credit_post` would date it now. */
export async function buildPosting(ownerDb: Database, posting: Posting): Promise<void> {
  const { at, key, source, userId, cents, fileId = null, isTest = false } = posting;
  await ownerDb.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into credit_journals (key, source, file_id, is_test, may_overdraw, created_at)
      values (${key}, ${source}, ${fileId}, ${isTest}, ${source === 'Payment'}, ${at}::timestamptz) returning id`.execute(
      tx,
    );
    for (const [unit, amount] of Object.entries(cents)) {
      await sql`
        insert into credit_entries (journal_id, account_id, amount_cents)
        select ${rows[0]?.id}::bigint, a.id, case when a.user_id is null then -${amount}::bigint else ${amount}::bigint end
          from credit_accounts a where a.unit = ${unit} and (a.user_id = ${userId} or a.user_id is null)
         order by a.user_id nulls last`.execute(tx);
    }
    if (fileId !== null && source === 'Upload') {
      await sql`
        insert into paid_solutions (file_id, solution_id, amount_cents, paid_at)
        select ${fileId}::bigint, solution_id, amount_cents, ${at}::timestamptz
          from solution_shares(${fileId}, ${-(cents.MAIN ?? 0)})`.execute(tx);
    }
    if (fileId !== null && source === 'Refund') {
      await tx.updateTable('paid_solutions').set({ refunded_at: at }).where('file_id', '=', fileId).execute();
    }
  });
}
