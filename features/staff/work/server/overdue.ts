import type { Config } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { TARGET_KINDS, type TargetKind } from '../target-kinds.ts';
import { toLocalTime, toMoment } from '../../../../contract/zone-time.ts';

/** Work that has waited since before this moment is overdue; null: never. */
export type OverdueSince = Record<TargetKind, Date | null>;

export const overdueSince = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): OverdueSince => {
  const now = clock.now();
  return Object.fromEntries(TARGET_KINDS.map((kind) => [kind, findOverdueMoment(config, kind, now)])) as OverdueSince;
};

function findOverdueMoment({ targetTimes, shopHours }: Config, kind: TargetKind, now: Date): Date | null {
  const minutes = targetTimes[kind];
  return minutes === undefined ? null : openMinutesAgo(shopHours, now, minutes);
}

type ShopHours = Config['shopHours'];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Far enough for any target time, unless the shop is nearly always closed. */
const DAYS_BACK = 400;

/** Returns the latest moment since which the shop has been open for this many minutes; null if it hardly ever opens. */
export function openMinutesAgo({ timeZone, openings, holidays }: ShopHours, now: Date, minutes: number): Date | null {
  let missing = minutes * MINUTE_MS;
  const today = Math.floor(toLocalTime(now.getTime(), timeZone) / DAY_MS) * DAY_MS;
  for (let day = today; day > today - DAYS_BACK * DAY_MS; day -= DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (holidays.includes(date) || holidays.includes(date.slice(5))) continue;
    const weekday = new Date(day).getUTCDay() || 7;
    const ofDay = openings.filter((opening) => opening.day === weekday).toSorted((a, b) => b.opens - a.opens);
    for (const { opens, closes } of ofDay) {
      const begin = toMoment(day + opens * MINUTE_MS, timeZone);
      const end = Math.min(toMoment(day + closes * MINUTE_MS, timeZone), now.getTime());
      if (end <= begin) continue;
      if (end - begin >= missing) return new Date(end - missing);
      missing -= end - begin;
    }
  }
  return null;
}
