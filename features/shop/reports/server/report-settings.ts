import { sql, type Transaction } from 'kysely';
import { findStretch, type Within } from '../../../../server/database/id-stretches.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import { applyStoredHours } from '../../server/stored-hours.ts';
import type { Config } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';
import type { CountFault } from '../../../../server/database/count-fault.ts';
import { correctReports } from './added-up.ts';

/** Number of files processed at a time. */
const STRETCH = 20_000;

/** An arbitrary number of ours, with which two processes that start at once take turns. */
const BUILDING_LOCK = 7_316_009_135;

/** A file passes these two statuses before it can be paid; without a target for one of them it is never late. */
function targetOf({ targetTimes }: Pick<Config, 'targetTimes'>): number | null {
  const { PENDING, IN_PROGRESS } = targetTimes;
  return PENDING === undefined || IN_PROGRESS === undefined ? null : PENDING + IN_PROGRESS;
}

/** Passes the shop's settings to the triggers. Another time zone changes the months, so all is added up again. */
export async function noteShopSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { timeZone, openings, holidays } = config.shopHours;
  const settings = sql`
    (${timeZone}::text, ${JSON.stringify(openings)}::jsonb, ${[...holidays]}::text[], ${targetOf(config)}::integer)`;
  await sql`
    update report_settings
       set (time_zone, openings, holidays, target_minutes) = ${settings},
           built_at = case when time_zone = ${timeZone} then built_at end
     where (time_zone, openings, holidays, target_minutes) is distinct from ${settings}`.execute(db);
}

/** Adds up everything from before an update or another time zone; what is added meanwhile is counted by triggers. */
export async function buildReports({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${BUILDING_LOCK}::bigint)`.execute(tx);
    const { rows } = await sql`select from report_settings where built_at is null and time_zone is not null`.execute(
      tx,
    );
    if (rows.length === 0) return 0;
    await eachStretch(tx, (within) => insertMissing(tx, within));
    const added = await correctReports(tx);
    await sql`update report_settings set built_at = now()`.execute(tx);
    return added.length;
  });
}

/** Called every hour: administrators may have entered other opening hours or another time zone meanwhile. */
export async function updateReports(deps: Pick<Deps, 'db' | 'config'>): Promise<number> {
  // A process that serves no calls has not read them since its start.
  await applyStoredHours(deps);
  await noteShopSettings(deps);
  return buildReports(deps);
}

/** Starts as if there had been no reports yet, for rows whose dates were changed. The server's role may not do this. */
export async function rebuildReports(deps: Pick<Deps, 'db'>): Promise<void> {
  for (const table of [
    'customer_revenue',
    'country_revenue',
    'solution_revenue',
    'priced_file_counts',
    'priced_files',
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(deps.db);
  }
  await sql`update report_settings set built_at = null`.execute(deps.db);
  await buildReports(deps);
}

async function eachStretch(tx: Transaction<Schema>, use: (within: Within) => Promise<void>): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const { within, end }: Awaited<ReturnType<typeof findStretch>> = await findStretch(tx, 'files', after, STRETCH);
    await use(within);
    after = end;
  }
}

async function insertMissing(tx: Transaction<Schema>, within: Within): Promise<void> {
  await sql`
    insert into priced_files (file_id, ready_at, minutes, is_on_time, paid_at)
    select f.id, f.ready_mailed_at, m.minutes, m.minutes <= s.target_minutes, f.paid_at
      from files f cross join report_settings s
     cross join lateral open_minutes(f.created_at, f.ready_mailed_at) m
     where f.ready_mailed_at is not null and ${within('f.id')}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into paid_solutions (file_id, solution_id, amount_cents)
    select f.id, p.solution_id, p.amount_cents
      from files f
      join credit_journals j on j.file_id = f.id and j.source = 'Upload'
      join credit_entries e on e.journal_id = j.id and e.sequence is not null
     cross join lateral solution_shares(f.id, -e.amount_cents) p
     where ${within('f.id')}
    on conflict do nothing`.execute(tx);
}

/** Returns what the nightly comparison of counts finds; nothing before everything has been added up. */
export async function findReportFaults({ db }: Pick<Deps, 'db'>): Promise<CountFault[]> {
  const { rows } = await sql`select from report_settings where built_at is not null`.execute(db);
  return rows.length === 0 ? [] : correctReports(db);
}
