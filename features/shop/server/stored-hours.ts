import type { Config } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { holidaysFormat, hoursFormat, unknownTimeZone } from '../settings.calls.ts';
import type * as contract from '../shop-hours.calls.ts';
import { findTimeZone } from '../../../contract/zone-time.ts';
import { applyChanges } from '../../../server/http/changes.ts';
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
  const ofSettings = hoursOfSettings(config);
  const inForce = addSettings(await findStored(db), ofSettings);
  config.shopHours = { ...readShopHours(environmentOf(inForce)), ofSettings };
}

/** The settings apply where nothing is stored; stored hours have no holidays but their own. */
function addSettings(stored: WrittenHours, { written }: ShopHours): WrittenHours {
  const areStored = stored.hours !== '' || stored.holidays !== '';
  return {
    hours: stored.hours || written.hours,
    holidays: areStored ? stored.holidays : written.holidays,
    time_zone: findTimeZone(stored.time_zone) ?? written.time_zone,
  };
}

/** The hours that the process was started with. */
const hoursOfSettings = ({ shopHours }: Pick<Config, 'shopHours'>): ShopHours => shopHours.ofSettings ?? shopHours;

export async function getShopHours({ db, config }: Deps): Promise<ReplyOf<typeof contract.getShopHours>> {
  const stored = await findStored(db);
  const inForce = addSettings(stored, hoursOfSettings(config));
  const ofSettings = inForce.hours === '' ? 'NONE' : 'SETTINGS';
  const source = stored.hours === '' ? ofSettings : 'PORTAL';
  return { ...inForce, time_zone: stored.time_zone, zone_in_force: inForce.time_zone, source };
}

type Input = InputOf<typeof contract.setShopHours>;

export async function setShopHours({ db, config }: Deps, actor: Actor, input: Input): Promise<{ message: string }> {
  requireReadable(input);
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('application_configuration').select('only_one').forUpdate().executeTakeFirstOrThrow();
    const before = await findStored(tx);
    // Hours that replace those of the settings leave the holidays that apply.
    const { holidays } = input.hours ? addSettings(before, hoursOfSettings(config)) : before;
    const after = applyChanges({ ...before, holidays }, input);
    const row = {
      shop_hours: after.hours || null,
      shop_holidays: after.holidays || null,
      shop_time_zone: after.time_zone || null,
    };
    await tx.updateTable('application_configuration').set(row).execute();
    const subject = { kind: 'CONFIGURATION', name: 'Opening Hours' } as const;
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from: lineOf(before), to: lineOf(after) });
  });
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
