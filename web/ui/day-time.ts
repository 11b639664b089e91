import { formatDate } from '../languages/dates.ts';
import { beginOfDay, shopDay } from '../languages/time-zone.ts';
import { t } from '../languages/text.ts';
import { absoluteTime } from './time.tsx';

/** Formats as "14:05 today", "14:05 tomorrow", or date and time beyond that, in the shop's zone and the reader's language. */
export function dayTime(moment: Date, now = new Date()): string {
  const time = formatDate('clock', moment);
  const [day, today] = [shopDay(moment), shopDay(now)];
  if (day === today) return t('common.timeToday', { time });
  if (day === shopDay(beginOfDay(today, 1))) return t('common.timeTomorrow', { time });
  return absoluteTime(moment);
}
