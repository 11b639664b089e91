-- The newest open files of a customer, of whom there may be a hundred thousand that are done.
create index files_open_of_user on files (user_id, id desc)
  where deleted_at is null and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');

-- A page of the payments of one outcome, of which there may be very few.
create index payment_messages_outcome on payment_messages (outcome, id);
