-- What comes with a file beside its original: a gearbox, an ID file, a log, a scan report ----------------------------------

create table further_files (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id) on delete cascade,
  kind text not null check (kind in ('ECU', 'GEARBOX', 'ID_FILE', 'LOG', 'SCAN_REPORT', 'OTHER')),
  file_name text not null,
  file_key text not null unique,
  size_bytes bigint not null,
  sha256 text not null,
  -- Who sent it.
  user_id bigint not null references users (id),
  -- A repeat with the same key is the same file.
  idempotency_key text,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);

create index further_files_file on further_files (file_id, id);

-- The statement that takes one more in counts it, so that of two at once the eleventh file is never stored.
alter table files add column further_files smallint not null default 0 check (further_files between 0 and 9);
