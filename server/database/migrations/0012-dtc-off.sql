-- DTC OFF: what a customer has uploaded to have its codes switched off, and what was made of it ------------------------

create table ai_sessions (
  id bigint generated always as identity primary key,
  -- 128 random bits, the only name by which a browser asks for it.
  handle text not null unique check (handle ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  file_name text not null,
  -- Null: the session is over and its bytes are gone. What was paid and declared stays.
  file_key text unique,
  file_size_bytes bigint not null,
  file_sha256 text not null,
  -- What was found in the file (server/ecu/analyse-file.ts), with its table of codes.
  analysis jsonb not null,
  declared_use text,
  declared_at timestamptz,
  -- Whatever a browser believes: this decides whether the next file is free.
  charged_at timestamptz,
  charged_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((charged_at is null) = (charged_cents = 0)),
  check ((declared_use is null) = (declared_at is null))
);

create index ai_sessions_owner on ai_sessions (user_id, file_sha256);
create index ai_sessions_live on ai_sessions (expires_at) where file_key is not null;

-- A file that was made. Its bytes are those of the session with the changes of the proof in them.
create table ai_generations (
  id bigint generated always as identity primary key,
  session_id bigint not null references ai_sessions (id),
  -- Its name in the proof.
  reference text not null unique,
  -- SHA-256 of the sorted codes: the same selection again is the same file.
  selection_sha256 text not null,
  codes text[] not null,
  emission_codes text[] not null,
  file_name text not null,
  file_sha256 text not null,
  -- The proof exactly as it is given away.
  proof text not null,
  declared_use text,
  -- Where the customer said to be, on that day.
  country text not null,
  -- `is_first` of the call. Written down, never believed.
  is_first_said boolean,
  is_charged boolean not null,
  request_id text,
  created_at timestamptz not null default now(),
  unique (session_id, selection_sha256)
);

-- One payment for a session, whatever happens.
create unique index ai_generations_charged on ai_generations (session_id) where is_charged;
