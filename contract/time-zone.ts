/** The zone of a shop that has chosen none (SHOP_TIME_ZONE). */
export const DEFAULT_TIME_ZONE = 'Europe/Skopje';

/** Returns the zone's name in the spelling of this program; null: a zone that it does not know, as an old browser may. */
export function findTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
