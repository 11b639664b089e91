-- Which folder of stored files belongs to this database -----------------------------------------------------------------

-- One row; the data folder holds the same id and the same copy_id. A restore makes another copy of the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  copy_id uuid not null,
  created_at timestamptz not null default now(),
  -- Moved to another database (`npm run move-to`): where, without the password. Nothing starts on this one any more.
  moved_at timestamptz,
  moved_to text,
  -- When the stored files were last compared with the rows that reference them.
  storage_swept_at timestamptz,
  check ((moved_at is null) = (moved_to is null))
);

-- The sweep of the storage asks by key; every other column of this kind is unique and has its index.
create index file_history_file_key on file_history (file_key);
