import { endpoint } from '../endpoint.ts';
import type * as schemas from './payments.schemas.ts';

export type * from './payments.schemas.ts';

/** The newest messages, 500 at most: those to review, not settled, rejected, or all. */
export const listPayments = endpoint<typeof schemas.listPayments>()({
  method: 'GET',
  path: '/payments',
  who: 'admin',
});

/** Takes a message off the review list, with a note of what was done about it. */
export const reviewPayment = endpoint<typeof schemas.reviewPayment>()({
  method: 'PUT',
  path: '/payments/:id/review',
  who: 'admin',
});

/** Puts the money of a message under review on a customer's balance, as this payment: refunds of it find it later. */
export const bookPayment = endpoint<typeof schemas.bookPayment>()({
  method: 'PUT',
  path: '/payments/:id/book',
  who: 'admin',
});

export const listPendingPayments = endpoint<typeof schemas.listPendingPayments>()({
  method: 'GET',
  path: '/payments/pending',
  who: 'customer',
});
