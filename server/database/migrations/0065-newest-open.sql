-- The newest open rows of all customers, for the dashboard of staff. PostgreSQL may not take these indexes for one
-- customer, whose open rows can all be old ones behind hundreds of thousands of others: only the query that reads
-- everybody's has the condition `id > 0`, which every row passes.
drop index files_open;
create index files_open on files (id desc)
  where id > 0 and deleted_at is null and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');

drop index tickets_open;
create index tickets_open on tickets (id desc) where id > 0 and status = 'OPEN' and deleted_at is null;
