import { sql } from 'kysely';
import { takenByKey, type RecordCheck } from '../../credits/server/taken-amounts.ts';

/** A charge of a session is in the ledger, and what was generated was charged. */
export const findWronglyChargedSessions: RecordCheck = async (db) => {
  const { rows } = await sql<{ finding: string }>`
    select 'DTC OFF session ' || coalesce(s.id::text, p.key) || ' is charged ' || coalesce(s.charged_cents, 0)
           || ' cents, the ledger took ' || coalesce(p.taken, 0) as finding
      from ai_sessions s full join (${takenByKey('dtc:')}) p on p.key = 'dtc:' || s.id
     where coalesce(p.taken, 0) <> coalesce(s.charged_cents, 0)
    union all
    select 'DTC OFF session ' || s.id || ' gave a file away and was not charged'
      from ai_sessions s
     where s.charged_at is null and exists (select from ai_generations g where g.session_id = s.id)`.execute(db);
  return rows.map(({ finding }) => finding);
};
