/** What a customer can choose from, in credits, which are EUR (X-CRS-01). What is credited is what was paid. */
export const CREDIT_AMOUNTS = [10, 25, 50, 100, 250] as const;

/** Chosen when no amount is missing. */
const USUAL = 50;

const MOST = 10_000;

/** Whole credits that cover what is missing; 0: nothing is. */
export const amountFor = (missing: number): number => Math.max(0, Math.ceil(missing));

/** The amounts to offer, in order, with the one to begin with among them. */
export function offeredAmounts(first: number): number[] {
  return [...new Set([...CREDIT_AMOUNTS, first])].sort((one, other) => one - other);
}

/** What to begin with: what is missing, else what the address asks for, else the usual. */
export function firstAmount(missing: number, asked: string | null): number {
  if (missing > 0) return amountFor(missing);
  const number = Number(asked ?? '');
  return Number.isInteger(number) && number > 0 && number <= MOST ? number : USUAL;
}
