import { endpoint } from '../endpoint.ts';
import type * as schemas from './payments.schemas.ts';

export type * from './payments.schemas.ts';

export const listPayments = endpoint<typeof schemas.listPayments>()({
  method: 'GET',
  path: '/payments',
  summary: 'List payment messages',
  description:
    'The newest messages of the payment provider, 500 at most: those to review, not settled, rejected, or all.',
  who: 'payments.review',
});

export const reviewPayment = endpoint<typeof schemas.reviewPayment>()({
  method: 'PUT',
  path: '/payments/:id/review',
  summary: 'Close the review of a payment',
  description: 'Takes a message off the review list, with a note of what was done about it.',
  who: 'payments.review',
  errors: ['payments.not_under_review'],
});

export const bookPayment = endpoint<typeof schemas.bookPayment>()({
  method: 'PUT',
  path: '/payments/:id/book',
  summary: 'Book a payment',
  description:
    'Puts the money of a message under review on the balance of a customer, as this payment: refunds of it find it later.',
  who: 'payments.review',
  errors: [
    'credits.spending_stopped',
    'payments.already_booked',
    'payments.not_bookable',
    'payments.not_under_review',
    'payments.unknown_customer',
  ],
});

export const listPendingPayments = endpoint<typeof schemas.listPendingPayments>()({
  method: 'GET',
  path: '/payments/pending',
  summary: 'List my pending payments',
  description: 'What the payment provider has announced and not yet settled.',
  who: 'credits.buy',
});
