/** Amounts are whole cents internally; credits with two decimals are only their notation. */
export const toCents = (credits: number): number => Math.round(credits * 100);
export const toCredits = (cents: number): number => cents / 100;
