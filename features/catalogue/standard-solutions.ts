import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { SolutionFields } from './solution.ts';
import { parseMoney } from '../credits/money.rules.ts';

export const SOLUTION_TYPES = ['TUNING', 'OPTION'] as const;

export interface StandardSolution {
  name: string;
  code: string;
  type: (typeof SOLUTION_TYPES)[number];
  /** Name of a drawing in app/web/public/solutions. */
  picture: string;
  /** Whether it changes a part of the emission control, or how a fault of one is reported. */
  isEmission?: true;
}

/** What most shops offer. It has no prices: each shop enters its own, and a solution without one is not offered. */
export const STANDARD_SOLUTIONS: readonly StandardSolution[] = [
  { name: 'Stage 1', code: 'ST1', type: 'TUNING', picture: 'stage-1' },
  { name: 'Stage 2', code: 'ST2', type: 'TUNING', picture: 'stage-2' },
  { name: 'Stage 3', code: 'ST3', type: 'TUNING', picture: 'stage-3' },
  { name: 'Eco Tuning', code: 'ECO', type: 'TUNING', picture: 'eco-tuning' },
  { name: 'Transmission (TCU) tuning', code: 'TCU', type: 'TUNING', picture: 'transmission-tuning' },
  { name: 'Pop & Bang', code: 'POP', type: 'TUNING', picture: 'pop-and-bang' },
  { name: 'Truck power', code: 'TRK', type: 'TUNING', picture: 'truck-power' },
  { name: 'Tractor power', code: 'TRC', type: 'TUNING', picture: 'tractor-power' },
  { name: 'DTC OFF', code: 'DTC', type: 'OPTION', picture: 'dtc-off', isEmission: true },
  { name: 'DPF/FAP OFF', code: 'DPF', type: 'OPTION', picture: 'dpf-off', isEmission: true },
  { name: 'EGR OFF', code: 'EGR', type: 'OPTION', picture: 'egr-off', isEmission: true },
  { name: 'AdBlue/SCR OFF', code: 'SCR', type: 'OPTION', picture: 'adblue-off', isEmission: true },
  { name: 'Lambda OFF', code: 'LAM', type: 'OPTION', picture: 'lambda-off', isEmission: true },
  { name: 'Swirl Flaps OFF', code: 'SWF', type: 'OPTION', picture: 'swirl-flaps-off', isEmission: true },
  { name: 'Start/Stop OFF', code: 'STS', type: 'OPTION', picture: 'start-stop-off' },
  { name: 'Vmax OFF', code: 'VMX', type: 'OPTION', picture: 'vmax-off' },
  { name: 'MAF OFF', code: 'MAF', type: 'OPTION', picture: 'maf-off', isEmission: true },
  { name: 'TVA OFF', code: 'TVA', type: 'OPTION', picture: 'tva-off', isEmission: true },
  { name: 'Immo OFF', code: 'IMO', type: 'OPTION', picture: 'immo-off' },
  { name: 'Launch Control', code: 'LCH', type: 'OPTION', picture: 'launch-control' },
  { name: 'Hardcut Limiter', code: 'HCL', type: 'OPTION', picture: 'hardcut-limiter' },
  { name: 'Cold Start fix', code: 'CST', type: 'OPTION', picture: 'cold-start-fix' },
  { name: 'Hot Start fix', code: 'HST', type: 'OPTION', picture: 'hot-start-fix' },
  { name: 'Readiness calibration', code: 'RDY', type: 'OPTION', picture: 'readiness-calibration', isEmission: true },
  { name: 'Kickdown deactivation', code: 'KDN', type: 'OPTION', picture: 'kickdown-deactivation' },
  { name: 'Sport displays', code: 'SPD', type: 'OPTION', picture: 'sport-displays' },
];

const UNKNOWN = invalid('errors.catalogue.unknown_standard_solution');

const PricedSolution = z.object({
  /** The code of a standard solution. */
  code: z
    .string(UNKNOWN)
    .check(z.refine((code) => STANDARD_SOLUTIONS.some((solution) => solution.code === code), UNKNOWN)),
  credits: SolutionFields.shape.credits,
});
export type PricedSolution = z.output<typeof PricedSolution>;

export const AddStandardSolutions = z.object({
  /** The solutions that the shop offers; the others are not added. */
  solutions: z
    .array(PricedSolution)
    .check(
      z.minLength(1, invalid('errors.catalogue.price_one_solution')),
      z.maxLength(STANDARD_SOLUTIONS.length, UNKNOWN),
    ),
});

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
