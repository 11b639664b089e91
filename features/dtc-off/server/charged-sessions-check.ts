import { sql } from 'kysely';
import type { RecordCheck } from '../../credits/server/alarms.ts';
import { listNumbersInKeys, sumTakenByKey, sumTakenUnderKey } from '../../credits/server/charged-amounts.ts';

const KEY = 'dtc:';

/** Every charge of a session is in the ledger, and every session with a generated file was charged. */
export const CHARGED_SESSIONS: RecordCheck = {
  table: 'ai_sessions',
  findFaults: async (db, within) => {
    const { rows } = await sql<{ finding: string }>`
      select 'DTC OFF session ' || s.id || ' is charged ' || s.charged_cents || ' cents, the ledger took '
             || coalesce(p.taken, 0) as finding
        from ai_sessions s cross join lateral (select ${sumTakenUnderKey(sql`${sql.lit(KEY)} || s.id`)} as taken) p
       where ${within('s.id')} and coalesce(p.taken, 0) <> s.charged_cents
      union all
      select 'DTC OFF session ' || s.id || ' gave a file away and was not charged'
        from ai_sessions s
       where ${within('s.id')} and s.charged_at is null
         and exists (select from ai_generations g where g.session_id = s.id)`.execute(db);
    return rows.map(({ finding }) => finding);
  },
  listOfJournals: (db, journals) => listNumbersInKeys(db, journals, KEY),
};

/** Nothing is charged for a session that does not exist. */
export const SESSION_CHARGES: RecordCheck = {
  table: 'credit_journals',
  findFaults: async (db, within) => {
    const { rows } = await sql<{ finding: string }>`
      select 'DTC OFF session ' || p.key || ' is charged 0 cents, the ledger took ' || p.taken as finding
        from (${sumTakenByKey(KEY, within)}) p
       where p.taken <> 0 and not exists (select from ai_sessions s where s.id = p.number)`.execute(db);
    return rows.map(({ finding }) => finding);
  },
  listOfJournals: async (_, journals) => [...journals],
};
