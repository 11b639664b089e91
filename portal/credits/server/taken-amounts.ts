import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';

/** Compares the records of another domain with the ledger: one sentence for each that it contradicts. */
export type RecordCheck = (db: Database) => Promise<string[]>;

const CUSTOMERS_ENTRIES = sql`credit_journals j
  join credit_entries e on e.journal_id = j.id
  join credit_accounts a on a.id = e.account_id and a.user_id is not null`;

/** A subquery of `file_id` and `taken`: the cents that the ledger took for each file and has not refunded. */
export const takenByFile = sql`
  select j.file_id, -sum(e.amount_cents) as taken
    from ${CUSTOMERS_ENTRIES}
   where j.source in ('Upload', 'Refund') group by j.file_id`;

/** A subquery of `key` and `taken`: the cents that the ledger took under each key with this beginning. */
export const takenByKey = (beginning: string) => sql`
  select j.key, -sum(e.amount_cents) as taken
    from ${CUSTOMERS_ENTRIES}
   where j.key like ${sql.lit(`${beginning}%`)} group by j.key`;
