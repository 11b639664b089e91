-- The link by which the owner of a bought file shows what was changed in it: one for each file ------------------------

create table change_links (
  file_id bigint primary key references files (id),
  token_hash text not null unique,
  -- What the link shows, drawn when it was made: the map and the beginning of the changed regions, never the files.
  picture jsonb not null,
  created_at timestamptz not null default now()
);
