-- What the comparison of a modified file with its original found ------------------------------------------------------

alter table file_history
  -- As the contract spells it; null: stored before there was a comparison, or an original.
  add column findings jsonb,
  -- Who went on although something was found.
  add column findings_confirmed_by bigint references users (id),
  add check (kind = 'MODIFIED' or findings is null),
  add check (findings_confirmed_by is null or findings is not null);

-- The queue of the administrators: what nobody has answered yet -------------------------------------------------------

create index files_waiting on files (created_at, id)
  where deleted_at is null and status in ('PENDING', 'IN_PROGRESS') and feasible is null;

-- Answers that administrators write again and again --------------------------------------------------------------------

create table saved_replies (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  message text not null check (message <> ''),
  user_id bigint not null references users (id),
  created_at timestamptz not null default now()
);
