import { sql } from 'kysely';
import type { Within } from '../../../server/database/id-stretches.ts';
import type { Deps } from '../../../server/http/call.ts';
import { selectHeads } from './ledger-seal.ts';
import { type SealedCheckpoint, findSealFaults } from './ledger-checkpoint.ts';
import { type RecordCheck, raiseAlarms } from './alarms.ts';

/** Per payment that these journals are about: what customers hold of it. */
const payments = (within: Within) => sql`
  select p.payment_reference, count(*) filter (where j.key like 'pp:%:Completed') as credits,
         sum(e.amount_cents) as total, coalesce(sum(e.amount_cents) filter (where j.key like 'pp:%:Completed'), 0) as paid
    from (select distinct j.payment_reference from credit_journals j
           where ${within('j.id')} and j.source = 'Payment' and j.payment_reference is not null) p
    join credit_journals j on j.payment_reference = p.payment_reference and j.source = 'Payment'
    join credit_entries e on e.journal_id = j.id
    join credit_accounts a on a.id = e.account_id and a.user_id is not null
   group by p.payment_reference`;

/**
 * Checks that journals add up to zero, that no entry is outside its account's sequence, and that no payment is credited
 * twice or falls below zero.
 */
export const JOURNALS: RecordCheck = {
  table: 'credit_journals',
  findFaults: async (db, within) => {
    const { rows } = await sql<{ finding: string }>`
      select 'journal ' || e.journal_id || ' does not add up to zero in ' || a.unit as finding
        from credit_entries e join credit_accounts a on a.id = e.account_id
       where ${within('e.journal_id')} group by e.journal_id, a.unit having sum(e.amount_cents) <> 0
      union all
      select 'entry ' || e.id || ' is not in the sequence of account ' || a.id
        from credit_entries e join credit_accounts a on a.id = e.account_id
       where ${within('e.journal_id')} and case when a.user_id is null then e.sequence is not null
                                                else e.sequence is null or e.sequence not between 1 and a.version end
      union all
      select 'journal ' || j.id || ' has no entries'
        from credit_journals j
       where ${within('j.id')} and not exists (select from credit_entries e where e.journal_id = j.id)
      union all
      select 'transaction ' || p.payment_reference || ' was credited ' || p.credits || ' times'
        from (${payments(within)}) p where p.credits > 1
      union all
      select 'transaction ' || p.payment_reference || ' stands at ' || p.total || ' of ' || p.paid || ' cents'
        from (${payments(within)}) p where p.total < 0 or p.total > p.paid`.execute(db);
    return rows.map(({ finding }) => finding);
  },
  listOfJournals: async (_, journals) => [...journals],
};

/** First step of every check: compares every account with its seal and the checkpoint. */
export async function checkSeals(deps: Pick<Deps, 'db' | 'log'>, checkpoint: SealedCheckpoint, found: string[]) {
  const { report } = openFindings(deps, found);
  const heads = await selectHeads(deps.db);
  await report(await findSealFaults(deps.db, heads, checkpoint));
  return { heads, report };
}

/** At most this many findings are named; an overwritten ledger may have a million. */
const MAX_FINDINGS = 1_000;

/** Raises an alarm for each new finding as soon as it is reported, and adds the finding to `found`. */
function openFindings(deps: Pick<Deps, 'db' | 'log'>, found: string[]) {
  const seen = new Set(found);
  const report = async (faults: readonly string[]): Promise<void> => {
    const fresh = [...new Set(faults)].filter((fault) => !seen.has(fault)).slice(0, MAX_FINDINGS - found.length);
    for (const fault of fresh) seen.add(fault);
    found.push(...fresh);
    await raiseAlarms(deps, fresh);
  };
  return { report };
}
