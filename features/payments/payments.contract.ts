import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './payments.schemas.ts';

export type * from './payments.schemas.ts';

export const listPayments = endpoint<typeof schemas.listPayments>()({
  method: 'GET',
  path: '/payments',
  summary: 'List payment messages',
  description:
    'The newest messages of the payment provider, at most 500: those to review, unsettled, rejected, or all.',
  who: 'payments.review',
});

export const reviewPayment = endpoint<typeof schemas.reviewPayment>()({
  method: 'PUT',
  path: '/payments/:id/review',
  summary: 'Close the review of a payment',
  description: 'Removes a message from the review list and records what was done about it.',
  who: 'payments.review',
  errors: ['payments.not_under_review'],
});

export const bookPayment = endpoint<typeof schemas.bookPayment>()({
  method: 'PUT',
  path: '/payments/:id/book',
  summary: 'Book a payment',
  description:
    'Credits the amount of a message under review to a customer as this payment, so that later refunds are matched to it.',
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
  description: 'Payments that the provider has announced but not yet settled.',
  who: 'credits.buy',
});
