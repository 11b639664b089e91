/** A page that is open renews its lease, and one that was closed without a word is over after this time. */
export const PRESENCE_RENEWAL_MS = 20_000;
export const PRESENCE_LEASE_SECONDS = 50;

/** More than that are not shown. */
export const MOST_PRESENCES = 500;
export const MOST_STAFF = 500;
