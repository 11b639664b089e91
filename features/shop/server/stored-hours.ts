import type { Config } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { holidaysFormat, hoursFormat, unknownTimeZone } from '../settings.calls.ts';
import type * as contract from '../shop-hours.calls.ts';
import { readShopHours, type ShopHours, type WrittenHours } from './shop-hours.ts';

const environmentOf = ({ hours, holidays, time_zone }: WrittenHours) => ({
  SHOP_HOURS: hours,
  SHOP_HOLIDAYS: holidays,
  SHOP_TIME_ZONE: time_zone,
});

const COLUMNS = ['shop_hours', 'shop_holidays', 'shop_time_zone'] as const;

/** Returns what an administrator entered; empty texts for what was not. */
async function findStored(db: Database): Promise<WrittenHours> {
  const row = await db.selectFrom('application_configuration').select(COLUMNS).executeTakeFirst();
  const { shop_hours, shop_holidays, shop_time_zone } = row ?? {};
  return { hours: shop_hours ?? '', holidays: shop_holidays ?? '', time_zone: shop_time_zone ?? '' };
}

/** Reads the stored hours and time zone into the configuration, where everything that counts open minutes finds them. */
export async function applyStoredHours({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const stored = await findStored(db);
  const ofSettings = hoursOfSettings(config);
  const time_zone = stored.time_zone || ofSettings.timeZone;
  const hours =
    stored.hours === ''
      ? { ...ofSettings, timeZone: time_zone }
      : readShopHours(environmentOf({ ...stored, time_zone }));
  config.shopHours = { ...hours, ofSettings };
}

/** The hours that the process was started with. */
const hoursOfSettings = ({ shopHours }: Pick<Config, 'shopHours'>): ShopHours => shopHours.ofSettings ?? shopHours;

export async function getShopHours({ db, config }: Deps): Promise<ReplyOf<typeof contract.getShopHours>> {
  const stored = await findStored(db);
  const ofSettings = hoursOfSettings(config);
  const zones = { time_zone: stored.time_zone, zone_in_force: stored.time_zone || ofSettings.timeZone };
  if (stored.hours !== '') return { ...stored, ...zones, source: 'PORTAL' };
  if (ofSettings.written !== undefined) return { ...ofSettings.written, ...zones, source: 'SETTINGS' };
  return { hours: '', holidays: '', ...zones, source: 'NONE' };
}

type Input = InputOf<typeof contract.setShopHours>;

export async function setShopHours(deps: Deps, actor: Actor, input: Input): Promise<{ message: string }> {
  requireReadable(input);
  const { hours, time_zone } = input;
  const holidays = hours === '' ? '' : input.holidays;
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('application_configuration').select('only_one').forUpdate().executeTakeFirstOrThrow();
    const before = await findStored(tx);
    const row = { shop_hours: hours || null, shop_holidays: holidays || null, shop_time_zone: time_zone || null };
    await tx.updateTable('application_configuration').set(row).execute();
    const subject = { kind: 'CONFIGURATION', name: 'Opening Hours' } as const;
    await recordChange(tx, actor, {
      kind: 'CONFIGURATION',
      subject,
      from: lineOf(before),
      to: lineOf({ hours, holidays, time_zone }),
    });
  });
  await applyStoredHours(deps);
  return { message: 'Updated successfully!' };
}

const lineOf = ({ hours, holidays, time_zone }: WrittenHours): string | null =>
  [hours, holidays, time_zone].filter((part) => part !== '').join('; ') || null;

/** Parses the hours as those of the settings are, part by part, so that the error appears at its field. */
function requireReadable({ hours, holidays, time_zone }: Input): void {
  const parts = [
    [{ SHOP_HOURS: hours }, hoursFormat],
    [{ SHOP_HOLIDAYS: holidays }, holidaysFormat],
    [{ SHOP_TIME_ZONE: time_zone }, unknownTimeZone],
  ] as const;
  for (const [environment, refuse] of parts) {
    try {
      readShopHours(environment);
    } catch {
      throw refuse();
    }
  }
}
