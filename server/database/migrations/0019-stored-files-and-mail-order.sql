-- Mails about an account leave before all others -------------------------------------------------------------------------

alter table mails add column priority smallint not null default 0;
update mails set priority = 10 where sent_at is null and key ~ '^(activate|reset):';

-- The SHA-256 of every stored file -----------------------------------------------------------------------------------------

-- Null for those that were stored before this column was there.
alter table ticket_messages add column file_sha256 text;
alter table media_files add column sha256 text;

-- The check reads every reference in the order of its key.
create index files_mod_file_key on files (mod_file_key) where mod_file_key is not null;

-- The check of the stored files ------------------------------------------------------------------------------------------------

create table file_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Every file up to this key has been checked; an interrupted check goes on behind it.
  position text not null default '',
  -- Which process works on it, and until when it is believed to.
  lease text,
  leased_until timestamptz,
  checked bigint not null default 0,
  missing bigint not null default 0,
  damaged bigint not null default 0,
  -- There, of the recorded size, but without a recorded SHA-256.
  unverifiable bigint not null default 0,
  read_bytes bigint not null default 0
);

-- One at a time.
create unique index file_checks_open on file_checks ((finished_at is null)) where finished_at is null;

-- What a check has found: the first ones of it by name, all of them in its counts.
create table file_check_faults (
  check_id bigint not null references file_checks (id) on delete cascade,
  file_key text not null,
  fault text not null check (fault in ('MISSING', 'SIZE', 'SHA256', 'UNREADABLE')),
  -- What names the file, for people.
  source text not null,
  source_id text not null,
  label text not null,
  primary key (check_id, file_key)
);
