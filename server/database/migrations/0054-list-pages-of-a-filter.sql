-- A page of the files that pass a filter, in every order: within one status and price status each index is in order, and
-- the page is merged from as many of them as pass the filter.
create index files_of_state on files (status, price_status, id) where deleted_at is null;
create index files_of_state_by_name on files (status, price_status, lower(file_name), id) where deleted_at is null;
create index files_of_state_by_price on files (status, price_status, price_cents, id) where deleted_at is null;
create index files_of_state_by_created_at on files (status, price_status, created_at, id) where deleted_at is null;
-- By username the customers are in order, and each has so many files of a page at most.
create index files_of_user_and_state on files (user_id, status, price_status, id) where deleted_at is null;

-- The same for tickets.
create index tickets_of_status_by_subject on tickets (status, lower(subject), id) where deleted_at is null;
create index tickets_of_status_by_opening_date on tickets (status, opening_date, id) where deleted_at is null;
create index tickets_of_status_by_closing_date
  on tickets (status, coalesce(closing_date, timestamptz '9999-01-01 00:00:00+00'), id) where deleted_at is null;
create index tickets_of_user_and_status on tickets (user_id, status, id) where deleted_at is null;
