import { parseMoney } from '../credits/money.rules.ts';

/** The amounts offered, in credits, which are EUR (X-CRS-01). What is credited is what was paid. */
const CREDIT_AMOUNTS = [10, 25, 50, 100, 250] as const;

/** Preselected when no amount is missing. */
const USUAL = 50;

const MAX_CREDITS = 10_000;

/**
 * Returns the whole credits that cover what is missing; 0 when nothing is. Cents first: as fractions, 2.2 less 1.2 is more
 * than 1.
 */
export const roundUpAmount = (missing: number): number => Math.max(0, Math.ceil(Math.round(missing * 100) / 100));

/** Returns the amounts to offer, in order, including the preselected one. */
export function listOfferedAmounts(first: number): number[] {
  return [...new Set([...CREDIT_AMOUNTS, first])].sort((one, other) => one - other);
}

/** Returns the preselected amount: what is missing, else what the address requests, else the usual one. */
export function chooseFirstAmount(missing: number, requested: string | null): number {
  if (missing > 0) return roundUpAmount(missing);
  const number = parseMoney(requested ?? '');
  return Number.isInteger(number) && number > 0 && number <= MAX_CREDITS ? number : USUAL;
}
