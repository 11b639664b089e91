import { sql } from 'kysely';
import { applyStoredSettings } from '../../server/stored-settings.ts';
import type { Config } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';

/** A file passes these two statuses before it can be paid; without a target for one of them it is never late. */
function targetOf({ targetTimes }: Pick<Config, 'targetTimes'>): number | null {
  const { PENDING, IN_PROGRESS } = targetTimes;
  return PENDING === undefined || IN_PROGRESS === undefined ? null : PENDING + IN_PROGRESS;
}

/** Stores the shop's settings where the function `open_minutes` reads them. */
export async function noteShopSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { timeZone, openings, holidays } = config.shopHours;
  const settings = sql`
    (${timeZone}::text, ${JSON.stringify(openings)}::jsonb, ${[...holidays]}::text[], ${targetOf(config)}::integer)`;
  await sql`
    update report_settings set (time_zone, openings, holidays, target_minutes) = ${settings}
     where (time_zone, openings, holidays, target_minutes) is distinct from ${settings}`.execute(db);
}

/** Called every hour: administrators may have entered other hours, targets or another time zone meanwhile. */
export async function updateShopSettings(deps: Pick<Deps, 'db' | 'config'>): Promise<void> {
  // A process that serves no calls has not read them since its start.
  await applyStoredSettings(deps);
  await noteShopSettings(deps);
}
