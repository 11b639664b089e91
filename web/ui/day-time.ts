import { formatDate } from '../languages/dates.ts';
import { beginOfDay, formatShopDay } from '../languages/time-zone.ts';
import { t } from '../languages/text.ts';
import { formatAbsoluteTime } from './time.tsx';

/** Formats as "14:05 today", "14:05 tomorrow", or date and time beyond that, in the shop's zone and the reader's language. */
export function formatDayTime(moment: Date, now = new Date()): string {
  const time = formatDate('clock', moment);
  const [day, today] = [formatShopDay(moment), formatShopDay(now)];
  if (day === today) return t('common.timeToday', { time });
  if (day === formatShopDay(beginOfDay(today, 1))) return t('common.timeTomorrow', { time });
  return formatAbsoluteTime(moment);
}
