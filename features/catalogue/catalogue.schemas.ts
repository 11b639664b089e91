import * as z from 'zod/mini';
import { moneyInput } from '../credits/money.schemas.ts';
import { Done, Id, Nothing, RecordId, listOf, requiredText } from '../../contract/fields.schemas.ts';
import { SOLUTION_TYPES } from './catalogue.list.ts';
import { invalid } from '../../contract/texts.ts';

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

const NO_NAME = invalid('errors.catalogue.enter_name');
const COMMA = invalid('errors.catalogue.leave_commas_out_name_files');
const NO_CODE = invalid('errors.catalogue.enter_code');
const NO_CREDITS = invalid('errors.catalogue.enter_whole_credits_from_0');
const NO_ORDER = invalid('errors.catalogue.order_number_must_whole_number');

/** What an administrator enters for a solution. */
export const SolutionFields = z.object({
  name: requiredText(NO_NAME, 80).check(z.regex(/^[^,]*$/, COMMA)),
  code: requiredText(NO_CODE, 20),
  credits: moneyInput(NO_CREDITS, z.int(NO_CREDITS).check(z.minimum(0, NO_CREDITS), z.maximum(100_000, NO_CREDITS))),
  type: z.enum(['TUNING', 'OPTION'], invalid('errors.catalogue.choose_type')),
  /** Null: behind all others of its type. Omitted: the same for a new one, while an existing one stays where it is. */
  order_no: z.optional(z.nullable(z.int(NO_ORDER).check(z.minimum(0, NO_ORDER), z.maximum(9999, NO_ORDER)))),
  /** One of the solution images; without one, the product's own drawing is used. */
  image_url: z.optional(
    z.nullable(z.string().check(z.maxLength(300, invalid('errors.catalogue.choose_one_solution_images')))),
  ),
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
