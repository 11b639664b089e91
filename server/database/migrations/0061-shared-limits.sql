-- Limits that all processes of a portal share --------------------------------------------------------------------------

-- Unlogged: what is written here is of no use a minute later. After a crash of the database the tables are empty, and
-- who is limited begins with a new minute. They are no part of a backup.
create unlogged table rate_limits (
  subject text primary key,
  ends_at timestamptz not null,
  uses integer not null
);

create unlogged table upload_slots (
  user_id bigint not null,
  number integer not null,
  holder uuid not null,
  ends_at timestamptz not null,
  primary key (user_id, number)
);

create index upload_slots_by_holder on upload_slots (holder);
