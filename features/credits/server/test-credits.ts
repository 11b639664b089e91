import { sql, type Expression } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';

export interface TestCredits {
  credits: number;
  customers: number;
}

/**
 * Computes what customers still hold of sandbox trial credits and could spend: per customer at most the balance, less
 * what an administrator has taken since. `holders`: a query for the ids of the users who count.
 */
export async function findTestCredits(db: Database, holders: Expression<{ id: number }>): Promise<TestCredits> {
  const { rows } = await sql<TestCredits>`
    select coalesce(sum(held.cents), 0)::bigint / 100.0::float8 as credits, count(*)::int as customers
      from (select least(a.balance_cents, tried.cents + taken.cents) as cents
              from (select e.account_id, sum(e.amount_cents) as cents, min(e.id) as first
                      from credit_journals j join credit_entries e on e.journal_id = j.id
                     where j.is_test and e.sequence is not null group by e.account_id) tried
              join credit_accounts a on a.id = tried.account_id
               and a.user_id in (${holders})
             cross join lateral (
                   select coalesce(sum(e.amount_cents), 0) as cents
                     from credit_entries e join credit_journals j on j.id = e.journal_id
                    where e.account_id = a.id and e.id > tried.first and j.source = 'Admin' and e.amount_cents < 0) taken
           ) held
     where held.cents > 0`.execute(db);
  return rows[0] ?? { credits: 0, customers: 0 };
}
