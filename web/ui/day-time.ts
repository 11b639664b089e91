import { formatDate } from '../languages/dates.ts';
import { t } from '../text.ts';
import { absoluteTime } from './time.tsx';

/** Formats as "14:05 today", "14:05 tomorrow", or date and time beyond that, in the reader's zone and language. */
export function dayTime(moment: Date, now = new Date()): string {
  const time = formatDate('clock', moment);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  if (moment.toDateString() === now.toDateString()) return t('ui.timeToday', { time });
  if (moment.toDateString() === tomorrow.toDateString()) return t('ui.timeTomorrow', { time });
  return absoluteTime(moment);
}
