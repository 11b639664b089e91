-- Backups at a target, made or failed. ----------------------------------------------------------------------------------

create table backup_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Null: it failed.
  name text,
  files integer not null default 0,
  new_files integer not null default 0,
  copied_bytes bigint not null default 0
);
