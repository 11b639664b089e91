-- Changes that customers ask for after the delivery -------------------------------------------------------------------

create table file_revisions (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id) on delete cascade,
  reason text not null,
  user_id bigint not null references users (id),
  requested_at timestamptz not null default now(),
  -- Null while the file waits. DELIVERED: another modified file was attached. DECLINED: with a note, and without one.
  outcome text check (outcome in ('DELIVERED', 'DECLINED')),
  ended_at timestamptz,
  note text,
  check ((outcome is null) = (ended_at is null)),
  check ((outcome = 'DECLINED') = (note is not null))
);

create unique index file_revisions_open on file_revisions (file_id) where outcome is null;
create index file_revisions_file on file_revisions (file_id, id);

-- Since when the customer waits for a change; the statement that sets it decides whether there may be one.
alter table files add column revision_since timestamptz;
create index files_in_revision on files (id) where revision_since is not null and deleted_at is null;

-- When its owner first had this version: it stays theirs when another one takes its place.
alter table file_history add column delivered_at timestamptz;
update file_history h set delivered_at = f.delivered_at
  from files f where f.id = h.file_id and f.mod_file_key = h.file_key and f.delivered_at is not null;
