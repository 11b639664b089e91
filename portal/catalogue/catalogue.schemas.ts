import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf } from '../fields.schemas.ts';
import { SOLUTION_TYPES } from './catalogue.list.ts';

export const SolutionType = z.enum(SOLUTION_TYPES);
export type SolutionType = z.output<typeof SolutionType>;

export const Solution = z.object({
  id: RecordId,
  name: z.string(),
  code: z.string(),
  /** Whole credits. */
  credits: z.int(),
  type: SolutionType,
  order_no: z.int(),
  image_url: z.nullable(z.string()),
});
export type Solution = z.output<typeof Solution>;

export const listSolutions = {
  input: Nothing,
  reply: listOf(Solution),
};

export const getSolution = {
  input: z.object({ id: Id }),
  reply: Solution,
};

const NO_NAME = 'Please enter a name.';
const COMMA = 'Please leave commas out of the name: files list their solutions with them.';
const NO_CODE = 'Please enter a code.';
const NO_CREDITS = 'Please enter whole credits, from 0 to 100000.';
const NO_ORDER = 'The order number must be a whole number from 0 to 9999.';

/** What an administrator enters for a solution. */
export const SolutionFields = z.object({
  name: z
    .string(NO_NAME)
    .check(z.trim(), z.minLength(1, NO_NAME), z.maxLength(80, 'At most 80 characters.'), z.regex(/^[^,]*$/, COMMA)),
  code: z.string(NO_CODE).check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(20, 'At most 20 characters.')),
  credits: z.int(NO_CREDITS).check(z.minimum(0, NO_CREDITS), z.maximum(100_000, NO_CREDITS)),
  type: z.enum(['TUNING', 'OPTION'], 'Please choose a type.'),
  /** Null: behind all others of its type; left out: the same for a new one, any other stays where it is. */
  order_no: z.optional(z.nullable(z.int(NO_ORDER).check(z.minimum(0, NO_ORDER), z.maximum(9999, NO_ORDER)))),
  /** One of the solution images; nothing takes the product's own drawing. */
  image_url: z.optional(z.nullable(z.string().check(z.maxLength(300, 'Please choose one of the solution images.')))),
});
export type SolutionFields = z.output<typeof SolutionFields>;

export const addSolution = {
  input: SolutionFields,
  reply: Solution,
};

export const updateSolution = {
  input: z.object({ ...SolutionFields.shape, id: Id }),
  reply: Solution,
};

export const deleteSolution = {
  input: z.object({ id: Id }),
  reply: Done,
};
