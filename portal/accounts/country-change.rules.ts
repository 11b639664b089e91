/** A changed country holds alone after so many days, if no administrator has approved it before. */
export const COUNTRY_CHANGE_DAYS = 30;

const DAY_MS = 24 * 3_600_000;

export interface StoredCountry {
  /** As in the profile. */
  country: string;
  /** What held before the change that waits; null: nothing waits. */
  previous_country: string | null;
  /** ISO 8601. */
  country_changed_at: string | null;
}

/** A change of the country that waits: what still holds beside it, and until when at the latest. */
export interface CountryChange {
  previous_country: string;
  /** ISO 8601. */
  until: string;
}

/** Null: nothing waits, or it has waited long enough. */
export function pendingCountryChange(stored: StoredCountry, now: Date): CountryChange | null {
  const { previous_country, country_changed_at } = stored;
  if (previous_country === null || country_changed_at === null) return null;
  const until = new Date(new Date(country_changed_at).getTime() + COUNTRY_CHANGE_DAYS * DAY_MS);
  return until > now ? { previous_country, until: until.toISOString() } : null;
}

/** Whose rules a customer is bound by: what any of these countries forbids is forbidden. */
export function countriesInForce(stored: StoredCountry, now: Date): string[] {
  const change = pendingCountryChange(stored, now);
  return change === null ? [stored.country] : [stored.country, change.previous_country];
}

/**
 * What is stored when a customer writes another country into the profile. Changing several times keeps what held at
 * first, going back ends the waiting, and who had named none before is as free as at the registration.
 */
export function storedAfterChange(before: StoredCountry, country: string, now: Date): StoredCountry {
  if (country === before.country) return before;
  const holds = pendingCountryChange(before, now)?.previous_country ?? before.country;
  const isSettled = holds === '' || holds === country;
  return {
    country,
    previous_country: isSettled ? null : holds,
    country_changed_at: isSettled ? null : now.toISOString(),
  };
}
