import { sql } from 'kysely';

/** The messages that need a review. */
export const paymentsToReview = sql`
  select from payment_messages where outcome = 'REVIEW' and reviewed_at is null`;
