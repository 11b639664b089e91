import { sql } from 'kysely';

/** The messages that need a review. */
export const paymentsToReview = sql`
  select from payment_messages where outcome = 'REVIEW' and reviewed_at is null`;

/** The same with the columns of `Needed` of the dashboard. */
export const paymentsNeedingReview = sql`
  select null::bigint as file_id, coalesce(transaction_id, id::text) as number, coalesce(reason, '') as name,
         null::text as brand, null::text as ecu, null::text as generation, null::text as last_message,
         null::text as username, null::float8 as price, null::text as overdue_kind, received_at as since
    from payment_messages where outcome = 'REVIEW' and reviewed_at is null order by id`;
