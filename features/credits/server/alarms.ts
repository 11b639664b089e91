import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Within } from '../../../server/database/id-stretches.ts';

/** Returns the oldest break that is not cleared yet, or null. While one is open, nothing may be spent. */
export async function findOpenAlarm(db: Database): Promise<string | null> {
  const alarm = await db
    .selectFrom('credit_alarms')
    .select('finding')
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return alarm?.finding ?? null;
}

/** Raises an alarm for each finding; every open alarm stops spending. */
export async function raiseAlarms({ db, log }: Pick<Deps, 'db' | 'log'>, findings: readonly string[]): Promise<void> {
  for (const finding of findings) {
    log.error({ finding }, 'THE LEDGER DOES NOT ADD UP: spending is stopped');
    await db
      .insertInto('credit_alarms')
      .values({ finding })
      .onConflict((conflict) => conflict.column('finding').where('cleared_at', 'is', null).doNothing())
      .execute();
  }
}

/** Returns the id of the last alarm raised; 0 when there was none. */
export async function findLastAlarm(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('credit_alarms')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Clears the alarms up to this id: a check does not clear what was found after it began. */
export const clearAlarms = (db: Database, last: number) =>
  db
    .updateTable('credit_alarms')
    .set({ cleared_at: sql`now()` })
    .where('cleared_at', 'is', null)
    .where('id', '<=', last)
    .execute();

/** Compares rows with the ledger, one range of ids at a time. */
export interface RecordCheck {
  table: 'credit_journals' | 'files' | 'ai_sessions';
  /** Returns one sentence for each row in the range that the ledger contradicts. */
  findFaults(db: Database, within: Within): Promise<string[]>;
  /** Returns the rows that these journals are about. */
  listOfJournals(db: Database, journals: readonly number[]): Promise<number[]>;
}

/** Checks that every counted entry can be found by its source and time, with its amount. */
export async function findFacetFaults(db: Database): Promise<CountFault[]> {
  const { rows } = await sql<CountFault>`
    select 'entries of account ' || account_id || ' from ' || source as name, sum(n)::bigint as missing
      from (select account_id, source, entries as n, amount_cents as cents from credit_totals
            union all
            select account_id, source, -count(*), -sum(amount_cents) from credit_entry_facets group by 1, 2) both_sides
     group by account_id, source having sum(n) <> 0 or sum(cents) <> 0`.execute(db);
  return rows;
}

/** A number kept beside the rows that it counts, which differed from them, and by how many. */
interface CountFault {
  name: string;
  missing: number;
}
