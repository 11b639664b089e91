/** The zone of a shop that has chosen none (SHOP_TIME_ZONE). */
export const DEFAULT_TIME_ZONE = 'Europe/Skopje';

/** Whether this program can tell the time in the zone: a browser may not know one that is newer than itself. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
