-- What the dashboard shows first ---------------------------------------------------------------------------------------

-- Files that cannot be done at the moment: their owner waits, or cancels.
create index files_refused on files (user_id, id)
  where feasible = 'NOT_POSSIBLE' and price_status = 'UNPAID' and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED')
    and deleted_at is null;

-- A customer who does not need the first steps any more.
alter table users add column first_steps_dismissed_at timestamptz;
