import * as z from 'zod/mini';
import { Id, orNothing } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { isInCents, optionalMoneyInput } from '../../credits/money-fields.ts';
import { Feasible } from '../file.ts';
import { ConfirmedFindings } from '../findings.ts';

const NOT_PRICE = invalid('errors.review.price_must_number_from_0');

/** Price in credits, 0 to 100000 with at most two decimals. */
export const Price = optionalMoneyInput(
  NOT_PRICE,
  z
    .number(NOT_PRICE)
    .check(
      z.minimum(0, NOT_PRICE),
      z.maximum(100_000, NOT_PRICE),
      z.refine(isInCents, invalid('errors.review.price_most_two_decimals')),
    ),
);

/**
 * The version of price, feasibility and notes that the caller has seen; a stale one is refused with the current values.
 * When omitted, only the first offer or the caller's own last one is replaced.
 */
export const OfferVersion = z.optional(
  z.pipe(
    z.union(
      [z.int().check(z.minimum(0), z.maximum(999_999_999)), z.string().check(z.regex(/^\d{1,9}$/))],
      invalid('errors.review.version_must_whole_number'),
    ),
    z.transform(Number),
  ),
);

const notes = orNothing(4000);

export const SetFeasibility = z.object({
  id: Id,
  feasible: Feasible,
  price: Price,
  notes,
  confirmed: ConfirmedFindings,
  offer_version: OfferVersion,
});
