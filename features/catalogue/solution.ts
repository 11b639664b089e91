import * as z from 'zod/mini';
import { requiredText } from '../../contract/fields.ts';
import { moneyInput } from '../credits/money-fields.ts';
import { invalid } from '../../contract/texts.ts';

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
