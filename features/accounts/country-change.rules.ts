/** Days after which a changed country applies alone, unless an administrator approves it earlier. */
export const COUNTRY_CHANGE_DAYS = 30;

const DAY_MS = 24 * 3_600_000;

export interface StoredCountry {
  /** The current value in the profile. */
  country: string;
  /** The country that applied before the pending change; null: no change is pending. */
  previous_country: string | null;
  /** When the pending change was made, in ISO 8601. */
  country_changed_at: string | null;
}

/** A pending change of country: the earlier country, which still applies too, and the latest time it ends. */
export interface CountryChange {
  previous_country: string;
  /** ISO 8601. */
  until: string;
}

/** Returns the pending change; null when none is pending or when it has waited long enough. */
export function findPendingCountryChange(stored: StoredCountry, now: Date): CountryChange | null {
  const { previous_country, country_changed_at } = stored;
  if (previous_country === null || country_changed_at === null) return null;
  const until = new Date(new Date(country_changed_at).getTime() + COUNTRY_CHANGE_DAYS * DAY_MS);
  return until > now ? { previous_country, until: until.toISOString() } : null;
}

/** Returns the countries whose rules bind a customer: what any of them forbids is forbidden. */
export function listCountriesInForce(stored: StoredCountry, now: Date): string[] {
  const change = findPendingCountryChange(stored, now);
  return change === null ? [stored.country] : [stored.country, change.previous_country];
}

/**
 * Returns what to store when a customer enters another country in the profile. Repeated changes preserve the country
 * that applied first, changing back ends the waiting, and a customer without a country before is as free as at
 * registration.
 */
export function applyCountryChange(before: StoredCountry, country: string, now: Date): StoredCountry {
  if (country === before.country) return before;
  const holds = findPendingCountryChange(before, now)?.previous_country ?? before.country;
  const isSettled = holds === '' || holds === country;
  return {
    country,
    previous_country: isSettled ? null : holds,
    country_changed_at: isSettled ? null : now.toISOString(),
  };
}
