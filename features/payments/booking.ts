import * as z from 'zod/mini';
import { Id, requiredText } from '../../contract/fields.ts';
import { isInCents, moneyInput } from '../credits/money-fields.ts';
import { invalid } from '../../contract/texts.ts';

const NOT_CREDITS = invalid('errors.payments.enter_number_credits');

export const ReviewNote = requiredText(invalid('errors.payments.write_what_done'), 500);

export const BookPayment = z.object({
  id: Id,
  user_id: z
    .int(invalid('errors.payments.choose_customer'))
    .check(z.positive(invalid('errors.payments.choose_customer'))),
  credits: moneyInput(
    NOT_CREDITS,
    z
      .number(NOT_CREDITS)
      .check(
        z.minimum(0.01, invalid('errors.payments.least_0_01_credits')),
        z.maximum(100_000, invalid('errors.payments.most_100000_credits')),
        z.refine(isInCents, invalid('errors.payments.most_two_decimals')),
      ),
  ),
  note: ReviewNote,
});
