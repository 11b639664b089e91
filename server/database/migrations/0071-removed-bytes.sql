-- Stored files whose bytes were given up on purpose, and accounts that were erased. -----------------------------------

-- A row that named such bytes names one of these keys instead, for which nothing is stored: it stays as the record of what
-- there was, no check misses a file, and no reader moves the bytes back from the quarantine.
create table removed_bytes (
  key text primary key,
  reason text not null check (reason in ('RETENTION', 'ERASURE')),
  removed_at timestamptz not null default now()
);

-- Null: not erased. An erased account is deleted too, and cannot come back.
alter table users add column erased_at timestamptz, add check (erased_at is null or deleted_at is not null);

-- What the housekeeper looks for every hour, by age; see RETAIN_… in .env.example.
alter table files add column bytes_removed_at timestamptz;
create index files_with_old_bytes on files (updated_at)
 where bytes_removed_at is null and status in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');
create index tickets_closed_at on tickets (closing_date) where status = 'CLOSED';
create index mails_by_age on mails (created_at);
