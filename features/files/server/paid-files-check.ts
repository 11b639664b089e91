import { sql } from 'kysely';
import type { RecordCheck } from '../../credits/server/record-check.ts';
import { listFilesOfJournals, sumTakenByFile } from '../../credits/server/charged-amounts.ts';

/** Every paid file was paid for at its price, and no other file was. */
export const PAID_FILES: RecordCheck = {
  table: 'files',
  findFaults: async (db, within) => {
    const { rows } = await sql<{ finding: string }>`
      select 'file ' || f.id || ' is ' || f.price_status || ' at ' || f.price_cents || ' cents, the ledger took '
             || coalesce(p.taken, 0) as finding
        from files f left join (${sumTakenByFile(within)}) p on p.file_id = f.id
       where ${within('f.id')} and coalesce(p.taken, 0) <> case when f.price_status = 'PAID' then f.price_cents else 0 end`.execute(
      db,
    );
    return rows.map(({ finding }) => finding);
  },
  listOfJournals: listFilesOfJournals,
};
