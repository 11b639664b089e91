import { ReviewNote, BookPayment } from './booking.ts';
import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Credits, Id, Nothing, RecordId, boundedList, chosen } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { refusal } from '../../contract/refusal.ts';

export const PAYMENTS_SHOWN = ['review', 'open', 'rejected', 'all'] as const;

export const PaymentOutcome = z.enum([
  'CREDITED',
  'REVERSED',
  'REVERSAL_CANCELED',
  'IGNORED',
  'DUPLICATE',
  'AWAITING_PAYMENT',
  'REVIEW',
  'REJECTED',
]);
export type PaymentOutcome = z.output<typeof PaymentOutcome>;

/** The provider's message, whether it is genuine, and its outcome. */
export const PaymentMessage = z.object({
  id: RecordId,
  /** Id of the provider it came from, and that provider's name for the form of the message. */
  provider: z.string(),
  kind: z.string(),
  received_at: z.string(),
  times_received: z.int(),
  verification: z.enum(['WAITING', 'VERIFIED', 'INVALID']),
  attempts: z.int(),
  last_error: z.nullable(z.string()),
  /** Null while the message is being examined. */
  outcome: z.nullable(PaymentOutcome),
  /** A code; the sentences are in `payment-words.rules.ts`. */
  reason: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  parent_transaction_id: z.nullable(z.string()),
  payment_status: z.nullable(z.string()),
  amount: z.nullable(Credits),
  currency: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** Record id of that user; null once the account is deleted. */
  open_user_id: z.nullable(RecordId),
  /** The file that was paid with it, by the number that people use. */
  file_id: z.nullable(z.string()),
  /** Record id of that file; null where there is none to open. */
  open_file_id: z.nullable(RecordId),
  is_test: z.boolean(),
  reviewed_at: z.nullable(z.string()),
  review_note: z.nullable(z.string()),
});
export type PaymentMessage = z.output<typeof PaymentMessage>;

export const PaymentsShown = z.enum(PAYMENTS_SHOWN, invalid('errors.payments.choose_what_show'));
export type PaymentsShown = z.output<typeof PaymentsShown>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/payments',
  summary: 'List payment messages',
  description:
    'The newest messages of the payment provider, at most 500: those to review, unsettled, rejected, or all.',
  who: 'payments.review',
  automatic: true,
  input: z.object({
    show: z._default(PaymentsShown, 'review'),
    /** Only messages about payments of this customer. */
    user_id: chosen(Id),
    /** Only messages about this payment. */
    transaction: chosen(
      z.string().check(z.trim(), z.maxLength(100, invalid('errors.fields.most_count_characters', { count: 100 }))),
    ),
  }),
  reply: z.object({
    messages: z.array(PaymentMessage),
    to_review: z.int(),
    open: z.int(),
    rejected: z.int(),
    total: z.int(),
    /** Sandbox credits that can be spent now that payments are real; null when there are none. */
    test_credits: z.nullable(z.object({ credits: Credits, customers: z.int() })),
  }),
});

export const reviewPayment = endpoint({
  method: 'PUT',
  path: '/payments/:id/review',
  summary: 'Close the review of a payment',
  description: 'Removes a message from the review list and records what was done about it.',
  who: 'payments.review',
  input: z.object({ id: Id, note: ReviewNote }),
  reply: PaymentMessage,
  errors: ['payments.not_under_review'],
});

export const bookPayment = endpoint({
  method: 'PUT',
  path: '/payments/:id/book',
  summary: 'Book a payment',
  description:
    'Credits the amount of a message under review to a customer as this payment, so that later refunds are matched to it.',
  who: 'payments.review',
  needsFreshSignIn: true,
  input: BookPayment,
  reply: PaymentMessage,
  errors: [
    'credits.spending_stopped',
    'payments.already_booked',
    'payments.not_bookable',
    'payments.not_under_review',
    'payments.unknown_customer',
  ],
});

/** A payment that the provider has seen but not cleared yet. */
export const PendingPayment = z.object({
  transaction_id: z.string(),
  amount: z.nullable(Credits),
  since: z.string(),
  is_test: z.boolean(),
});
export type PendingPayment = z.output<typeof PendingPayment>;

export const listPendingPayments = endpoint({
  method: 'GET',
  path: '/payments/pending',
  summary: 'List my pending payments',
  description: 'Payments that the provider has announced but not yet settled.',
  who: 'credits.buy',
  automatic: true,
  input: Nothing,
  reply: boundedList(PendingPayment),
});

export const notUnderReview = refusal('errors.payments.not_under_review');
export const notBookable = refusal('errors.payments.not_bookable');
export const alreadyBooked = refusal('errors.payments.already_booked');
export const notActivated = refusal('errors.payments.not_activated');
export const fileGone = refusal('errors.payments.file_gone');
export const unknownCustomer = refusal('errors.payments.unknown_customer', 'user_id');
