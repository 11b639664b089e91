import * as z from 'zod/mini';
import { SolutionFields } from './catalogue.schemas.ts';
import { STANDARD_SOLUTIONS } from './standard-solutions.list.ts';
import { invalid } from '../../contract/texts.ts';

const UNKNOWN = invalid('errors.catalogue.unknown_standard_solution');

const PricedSolution = z.object({
  /** The code of a standard solution. */
  code: z
    .string(UNKNOWN)
    .check(z.refine((code) => STANDARD_SOLUTIONS.some((solution) => solution.code === code), UNKNOWN)),
  credits: SolutionFields.shape.credits,
});
export type PricedSolution = z.output<typeof PricedSolution>;

export const addStandardSolutions = {
  input: z.object({
    /** The solutions that the shop offers; the others are not added. */
    solutions: z
      .array(PricedSolution)
      .check(
        z.minLength(1, invalid('errors.catalogue.price_one_solution')),
        z.maxLength(STANDARD_SOLUTIONS.length, UNKNOWN),
      ),
  }),
  reply: z.object({
    message: z.string(),
    /** Codes of the added solutions. */
    added: z.array(z.string()).check(z.maxLength(STANDARD_SOLUTIONS.length)),
    /** Codes of the solutions that the catalogue already has; they stay as they are. */
    left_out: z.array(z.string()).check(z.maxLength(STANDARD_SOLUTIONS.length)),
  }),
};
