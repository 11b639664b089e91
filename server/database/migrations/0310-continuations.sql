-- A session that its user continues on another device -----------------------------------------------------------------

create table continuations (
  -- The latest code of a session is the only one, and ends with it.
  session_id text primary key references sessions (id) on delete cascade,
  -- Keyed with a secret that is not in the tables as plain text: a code is short.
  code_hash text not null unique,
  -- Address of the page, without the host, at which the other device goes on.
  page text not null,
  expires_at timestamptz not null
);

-- The session from which this one was opened on another device. It may have ended since.
alter table sessions add column opened_from text;
