import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Credits, Nothing, boundedList } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { isInCents, moneyInput } from '../credits/money-fields.ts';

export const SANDBOX_STATUSES = [
  'Completed',
  'Pending',
  'Failed',
  'Denied',
  'Refunded',
  'Reversed',
  'Canceled_Reversal',
] as const;

const NO_AMOUNT = invalid('errors.payments.choose_amount');

const NOT_EUR = invalid('errors.payments.amount_such_12_50');

/** At most as long as the provider's own field. */
const Custom = z
  .string(invalid('errors.payments.what_bought_missing'))
  .check(z.maxLength(256, invalid('errors.fields.most_count_characters', { count: 256 })));

export const paySandbox = endpoint({
  method: 'POST',
  path: '/sandbox/payments',
  summary: 'Pay in the sandbox',
  description:
    'The buyer pays, or leaves the payment pending. Available only when the portal acts as its own payment provider.',
  who: 'credits.buy',
  input: z.object({
    custom: Custom,
    amount: moneyInput(
      NO_AMOUNT,
      z
        .int(NO_AMOUNT)
        .check(
          z.minimum(1, invalid('errors.payments.least_1_eur')),
          z.maximum(10_000, invalid('errors.payments.most_10000_eur')),
        ),
    ),
    outcome: z.enum(['Completed', 'Pending'], invalid('errors.payments.pay_let_payment_wait')),
  }),
  reply: z.object({ transaction_id: z.string() }),
  errors: ['not_found'],
});

export const SandboxPayment = z.object({
  transaction_id: z.string(),
  custom: z.string(),
  amount: Credits,
  status: z.string(),
  created_at: z.string(),
});
export type SandboxPayment = z.output<typeof SandboxPayment>;

export const listSandboxPayments = endpoint({
  method: 'GET',
  path: '/sandbox/payments',
  summary: 'List payments of the sandbox',
  description: 'Available only when the portal acts as its own payment provider.',
  who: 'payments.review',
  input: Nothing,
  reply: boundedList(SandboxPayment),
  errors: ['not_found'],
});

export const SandboxStatus = z.enum(SANDBOX_STATUSES, invalid('errors.fields.choose_status'));
export type SandboxStatus = z.output<typeof SandboxStatus>;

export const sendSandboxNotice = endpoint({
  method: 'POST',
  path: '/sandbox/notices',
  summary: 'Send a notice of the sandbox',
  description:
    'Sends a notice about one of its payments, with all possible settings. Available only when the portal acts as its own payment provider.',
  who: 'payments.review',
  input: z.object({
    transaction_id: z.string().check(z.minLength(1), z.maxLength(64)),
    status: SandboxStatus,
    /** In EUR; the whole payment when omitted. */
    amount: z.optional(
      moneyInput(
        NOT_EUR,
        z
          .number(NOT_EUR)
          .check(z.minimum(-999_999, NOT_EUR), z.maximum(999_999, NOT_EUR), z.refine(isInCents, NOT_EUR)),
      ),
    ),
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, invalid('errors.payments.three_capital_letters')))),
    receiver: z.optional(z.string().check(z.maxLength(120))),
    charset: z._default(z.enum(['windows-1252', 'UTF-8']), 'windows-1252'),
    reason_code: z.optional(z.string().check(z.maxLength(40))),
    /** How often the same bytes are sent. */
    copies: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
    delay_seconds: z._default(z.int().check(z.minimum(0), z.maximum(86_400)), 0),
    /** The sandbox does not confirm that it sent these bytes. */
    forged: z._default(z.boolean(), false),
  }),
  reply: z.object({ transaction_id: z.string() }),
  errors: ['not_found'],
});
