import * as z from 'zod/mini';
import type { PricedSolution } from './standard-solutions.contract.ts';

/** By the code of a standard solution. */
export type Prices = Readonly<Record<string, string>>;

/** Those with a price. What is no number is left to the contract. */
export const pricedOf = (prices: Prices): PricedSolution[] =>
  Object.entries(prices)
    .filter(([, price]) => price.trim() !== '')
    .map(([code, price]) => ({ code, credits: Number(price.trim().replace(',', '.')) }));

/** What is wrong by the contract: by code, or under `all`. */
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
