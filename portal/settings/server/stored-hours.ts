import type { Config } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../endpoint.ts';
import { holidaysFormat, hoursFormat, unknownTimeZone } from '../settings.errors.ts';
import type * as contract from '../shop-hours.contract.ts';
import { readShopHours, type ShopHours, type WrittenHours } from './shop-hours.ts';

/** Within this time, the other processes of the portal have read a change. */
const READ_EVERY_MS = 30_000;

const environmentOf = ({ hours, holidays, time_zone }: WrittenHours) => ({
  SHOP_HOURS: hours,
  SHOP_HOLIDAYS: holidays,
  SHOP_TIME_ZONE: time_zone,
});

const COLUMNS = ['shop_hours', 'shop_holidays', 'shop_time_zone'] as const;

/** Returns what an administrator entered; null when nothing was. */
async function findStored(db: Database): Promise<WrittenHours | null> {
  const row = await db.selectFrom('application_configuration').select(COLUMNS).executeTakeFirst();
  if (row === undefined || row.shop_hours === null) return null;
  return { hours: row.shop_hours, holidays: row.shop_holidays ?? '', time_zone: row.shop_time_zone ?? '' };
}

/** Reads the stored hours into the configuration, where everything that counts open minutes finds them. */
export async function applyStoredHours({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const stored = await findStored(db);
  const ofSettings = hoursOfSettings(config);
  config.shopHours = stored === null ? ofSettings : { ...readShopHours(environmentOf(stored)), ofSettings };
}

/** The hours that the process was started with. */
const hoursOfSettings = ({ shopHours }: Pick<Config, 'shopHours'>): ShopHours => shopHours.ofSettings ?? shopHours;

/** Follows the stored hours from the start of a process on; `stop` ends it. */
export async function followShopHours(deps: Pick<Deps, 'db' | 'config' | 'log'>): Promise<{ stop(): void }> {
  const read = () =>
    applyStoredHours(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the opening hours could not be read'),
    );
  await read();
  const timer = setInterval(() => void read(), READ_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function getShopHours({ db, config }: Deps): Promise<ReplyOf<typeof contract.getShopHours>> {
  const stored = await findStored(db);
  if (stored !== null) return { ...stored, source: 'PORTAL' };
  const { written } = hoursOfSettings(config);
  if (written !== undefined) return { ...written, source: 'SETTINGS' };
  return { hours: '', holidays: '', time_zone: '', source: 'NONE' };
}

type Input = InputOf<typeof contract.setShopHours>;

export async function setShopHours(deps: Deps, actor: Actor, input: Input): Promise<{ message: string }> {
  requireReadable(input);
  const { hours, holidays, time_zone } = input;
  const isStored = hours !== '';
  const after = isStored ? input : null;
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('application_configuration').select('only_one').forUpdate().executeTakeFirstOrThrow();
    const before = await findStored(tx);
    const row = isStored
      ? { shop_hours: hours, shop_holidays: holidays, shop_time_zone: time_zone }
      : { shop_hours: null, shop_holidays: null, shop_time_zone: null };
    await tx.updateTable('application_configuration').set(row).execute();
    const subject = { kind: 'CONFIGURATION', name: 'Opening Hours' } as const;
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from: lineOf(before), to: lineOf(after) });
  });
  await applyStoredHours(deps);
  return { message: 'Updated successfully!' };
}

const lineOf = (written: WrittenHours | null): string | null =>
  written === null
    ? null
    : [written.hours, written.holidays, written.time_zone].filter((part) => part !== '').join('; ');

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
