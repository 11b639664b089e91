/** Money is whole cents inside; credits with two decimals are only how it is written. */
export const toCents = (credits: number): number => Math.round(credits * 100);
export const toCredits = (cents: number): number => cents / 100;
