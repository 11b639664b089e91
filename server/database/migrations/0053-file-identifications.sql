-- What the portal has read in the original of each file -------------------------------------------------------------------

create table file_identifications (
  file_id bigint primary key references files (id) on delete cascade,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  -- Of the bytes that are meant: a result for others is refused.
  sha256 text not null,
  library_version text,
  result jsonb,
  failure text check (failure in ('ALTERED', 'FAILED', 'MISSING', 'TOO_MUCH_MEMORY', 'TOO_SLOW')),
  finished_at timestamptz,
  check ((state = 'WAITING') = (finished_at is null)),
  check ((state = 'DONE') = (result is not null)),
  check ((state = 'FAILED') = (failure is not null))
);

create index file_identifications_waiting on file_identifications (file_id) where state = 'WAITING';

-- However a file comes into being, it waits for its identification from then on.
create function identify_new_files() returns trigger language plpgsql as $$
begin
  insert into file_identifications (file_id, sha256) select id, file_sha256 from new_rows;
  return null;
end $$;

create trigger files_identify_new after insert on files
  referencing new table as new_rows for each statement execute function identify_new_files();

insert into file_identifications (file_id, sha256) select id, file_sha256 from files;
