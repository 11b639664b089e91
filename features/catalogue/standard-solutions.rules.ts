import * as z from 'zod/mini';
import { type PricedSolution, STANDARD_SOLUTIONS, type StandardSolution } from './standard-solutions.ts';
import { parseMoney } from '../credits/money.rules.ts';

/** Path of the drawing that comes with the program. */
export const drawingOf = ({ picture }: StandardSolution): string => `/solutions/${picture}.svg`;

/** Returns the solution's place among those of its type, from 1. */
export const findPlace = (solution: StandardSolution): number =>
  STANDARD_SOLUTIONS.filter(({ type }) => type === solution.type).indexOf(solution) + 1;

/** Returns the standard solutions of which a catalogue has neither the name nor the code. */
export function listMissingSolutions(catalogue: readonly { name: string; code: string }[]): StandardSolution[] {
  const known = new Set(catalogue.flatMap(({ name, code }) => [name, code].map(normalizeWord)));
  return STANDARD_SOLUTIONS.filter(
    ({ name, code }) => !known.has(normalizeWord(name)) && !known.has(normalizeWord(code)),
  );
}

const normalizeWord = (text: string) => text.trim().toLowerCase();

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
