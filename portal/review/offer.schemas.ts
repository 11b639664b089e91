import * as z from 'zod/mini';

/** Nothing but digits and a point is a price as text: `Number` also reads "0x10", and a space as 0. */
const PriceText = z.string().check(
  z.trim(),
  z.refine((text) => !/^\d+\.\d{3,}$/.test(text), 'A price has at most two decimals.'),
  z.regex(/^(\d+(\.\d{1,2})?)?$/, 'Price must be a number from 0 to 100000.'),
);

/** Price in credits, 0 to 100000 with at most two decimals. */
export const Price = z.pipe(
  z.optional(z.nullable(z.union([PriceText, z.number()], 'Price must be a number from 0 to 100000.'))),
  z.pipe(
    z.transform((value: string | number | null | undefined) =>
      value === undefined || value === null || value === '' ? null : Number(value),
    ),
    z.nullable(
      z.number('Price must be a number from 0 to 100000.').check(
        z.minimum(0, 'Price must be a number from 0 to 100000.'),
        z.maximum(100_000, 'Price must be a number from 0 to 100000.'),
        z.refine(
          (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
          'A price has at most two decimals.',
        ),
      ),
    ),
  ),
);

/**
 * The version of price, feasibility and notes that the caller has seen; a stale one is refused with what holds now.
 * Left out: only the first offer or the caller's own last one is replaced.
 */
export const OfferVersion = z.optional(
  z.pipe(
    z.union(
      [z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{1,9}$/))],
      'The version must be a whole number.',
    ),
    z.transform(Number),
  ),
);
