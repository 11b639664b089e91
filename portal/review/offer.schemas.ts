import * as z from 'zod/mini';
import { invalid } from '../texts.ts';

/** A price as text consists only of digits and a point: `Number` alone would also read "0x10", and a space as 0. */
const PriceText = z.string().check(
  z.trim(),
  z.refine((text) => !/^\d+\.\d{3,}$/.test(text), invalid('errors.review.price_most_two_decimals')),
  z.regex(/^(\d+(\.\d{1,2})?)?$/, invalid('errors.review.price_must_number_from_0')),
);

/** Price in credits, 0 to 100000 with at most two decimals. */
export const Price = z.pipe(
  z.optional(z.nullable(z.union([PriceText, z.number()], invalid('errors.review.price_must_number_from_0')))),
  z.pipe(
    z.transform((value: string | number | null | undefined) =>
      value === undefined || value === null || value === '' ? null : Number(value),
    ),
    z.nullable(
      z.number(invalid('errors.review.price_must_number_from_0')).check(
        z.minimum(0, invalid('errors.review.price_must_number_from_0')),
        z.maximum(100_000, invalid('errors.review.price_must_number_from_0')),
        z.refine(
          (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
          invalid('errors.review.price_most_two_decimals'),
        ),
      ),
    ),
  ),
);

/**
 * The version of price, feasibility and notes that the caller has seen; a stale one is refused with the current values.
 * When omitted, only the first offer or the caller's own last one is replaced.
 */
export const OfferVersion = z.optional(
  z.pipe(
    z.union(
      [z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{1,9}$/))],
      invalid('errors.review.version_must_whole_number'),
    ),
    z.transform(Number),
  ),
);
