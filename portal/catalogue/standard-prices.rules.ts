import * as z from 'zod/mini';
import type { PricedSolution } from './standard-solutions.contract.ts';

/** Prices as entered, by the code of a standard solution. */
export type Prices = Readonly<Record<string, string>>;

/** Returns the solutions with a price. Prices that are not numbers are left to the contract. */
export const pricedOf = (prices: Prices): PricedSolution[] =>
  Object.entries(prices)
    .filter(([, price]) => price.trim() !== '')
    .map(([code, price]) => ({ code, credits: Number(price.trim().replace(',', '.')) }));

/** Returns the errors that the contract finds: by code, or under `all`. */
export function priceErrors(
  schema: z.ZodMiniType,
  solutions: readonly PricedSolution[],
  worded: (message: string) => string,
): Prices {
  const issues = z.safeParse(schema, { solutions }).error?.issues ?? [];
  return Object.fromEntries(
    issues.toReversed().map(({ path: [, place], message }) => {
      const solution = typeof place === 'number' ? solutions[place] : undefined;
      return [solution?.code ?? 'all', worded(message)];
    }),
  );
}
