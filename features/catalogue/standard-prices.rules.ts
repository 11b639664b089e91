import * as z from 'zod/mini';
import { parseMoney } from '../credits/money.rules.ts';
import type { PricedSolution } from './standard-solutions.ts';

/** Prices as entered, by the code of a standard solution. */
export type Prices = Readonly<Record<string, string>>;

/** A standard solution with its price as entered. */
type Priced = { code: string; credits: string };

/** Returns the solutions with a price. */
export const pricedOf = (prices: Prices): Priced[] =>
  Object.entries(prices)
    .filter(([, price]) => price.trim() !== '')
    .map(([code, credits]) => ({ code, credits }));

/** Returns the solutions with their prices as numbers, once the contract accepts them. */
export const withAmounts = (priced: readonly Priced[]): PricedSolution[] =>
  priced.map(({ code, credits }) => ({ code, credits: parseMoney(credits) }));

/** Returns the errors that the contract finds: by code, or under `all`. */
export function checkPrices(
  schema: z.ZodMiniType,
  solutions: readonly Priced[],
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
