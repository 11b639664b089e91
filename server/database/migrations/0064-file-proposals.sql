-- Modified files that the portal made of an original by switching its ordered codes off -----------------------------------

-- A proposal until an administrator attaches it. Its bytes are those of the original with the changes of the proof in them.
create table file_proposals (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id) on delete cascade,
  -- Who had it made.
  user_id bigint not null references users (id),
  -- Its name in the proof.
  reference text not null unique,
  -- SHA-256 of what was asked for: the same again is the same proposal.
  selection_sha256 text not null,
  codes text[] not null,
  also_codes text[] not null,
  emission_codes text[] not null,
  original_sha256 text not null,
  file_name text not null,
  file_size_bytes bigint not null,
  file_sha256 text not null,
  -- What the comparison with the original found.
  findings jsonb not null,
  -- The proof exactly as it is given away.
  proof text not null,
  -- What the customer declared, as the administrator entered it.
  declared_use text,
  -- Whose rules held for the customer on that day.
  country text not null,
  request_id text,
  created_at timestamptz not null default now(),
  unique (file_id, selection_sha256)
);

-- The proof of an attached version.
alter table file_history add column proposal_id bigint references file_proposals (id) on delete cascade;
create index file_history_proposal on file_history (proposal_id) where proposal_id is not null;
