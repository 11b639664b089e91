import * as z from 'zod/mini';
import { Id } from '../../../contract/fields.schemas.ts';
import { invalid } from '../../../contract/texts.ts';

/** When a file is usually ready, based on the shop's history of 90 days, its opening hours and its queue. */
export const ExpectedTime = z.object({
  /** By the median; null: there are too few orders. */
  usually: z.nullable(z.string()),
  /** By the 80th percentile. */
  mostly: z.nullable(z.string()),
  /** Number of orders the times are computed from. */
  orders: z.int(),
});
export type ExpectedTime = z.output<typeof ExpectedTime>;

export const getExpectedTime = {
  input: z.object({
    /** Ids of the chosen solutions, separated by commas. */
    solutions: z.optional(
      z
        .string()
        .check(z.regex(/^(?:\d{1,15}(?:,\d{1,15}){0,99})?$/, invalid('errors.upload.choose_solutions_from_list'))),
    ),
  }),
  reply: ExpectedTime,
};

export const getExpectedTimeOfFile = {
  input: z.object({ id: Id }),
  reply: ExpectedTime,
};
