import * as z from 'zod/mini';
import { Credits, Nothing, listOf } from '../fields.schemas.ts';
import { SANDBOX_STATUSES } from './sandbox.list.ts';

/** As long as the provider's own field. */
const Custom = z.string('What was bought is missing.').check(z.maxLength(256, 'At most 256 characters.'));

export const paySandbox = {
  input: z.object({
    custom: Custom,
    amount: z
      .int('Please choose an amount.')
      .check(z.minimum(1, 'At least 1 EUR.'), z.maximum(10_000, 'At most 10000 EUR.')),
    outcome: z.enum(['Completed', 'Pending'], 'Please pay, or let the payment wait.'),
  }),
  reply: z.object({ transaction_id: z.string() }),
};

export const SandboxPayment = z.object({
  transaction_id: z.string(),
  custom: z.string(),
  amount: Credits,
  status: z.string(),
  created_at: z.string(),
});
export type SandboxPayment = z.output<typeof SandboxPayment>;

export const listSandboxPayments = {
  input: Nothing,
  reply: listOf(SandboxPayment),
};

export const SandboxStatus = z.enum(SANDBOX_STATUSES, 'Please choose a status.');
export type SandboxStatus = z.output<typeof SandboxStatus>;

export const sendSandboxNotice = {
  input: z.object({
    transaction_id: z.string().check(z.minLength(1), z.maxLength(64)),
    status: SandboxStatus,
    /** In EUR with two decimals; the whole payment when it is left out. */
    amount: z.optional(z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,3})?$/, 'An amount such as 12.50.'))),
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'Three capital letters.'))),
    receiver: z.optional(z.string().check(z.maxLength(120))),
    charset: z._default(z.enum(['windows-1252', 'UTF-8']), 'windows-1252'),
    reason_code: z.optional(z.string().check(z.maxLength(40))),
    /** How often the same bytes are sent. */
    copies: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
    delay_seconds: z._default(z.int().check(z.minimum(0), z.maximum(86_400)), 0),
    /** The sandbox does not vouch for these bytes. */
    forged: z._default(z.boolean(), false),
  }),
  reply: z.object({ transaction_id: z.string() }),
};
