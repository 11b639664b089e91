-- What web processes and workers share beyond calls and uploads -----------------------------------------------------

-- Unlogged, as the other limits (0061): after a crash of the database streams are opened and work is asked for again.
-- A process renews its lease; what it holds counts for as long.
create unlogged table process_leases (
  holder uuid primary key,
  ends_at timestamptz not null
);

-- The open streams of events of each user, in all processes together.
create unlogged table event_slots (
  user_id bigint not null,
  number integer not null,
  stream uuid not null,
  holder uuid not null,
  opened_at timestamptz not null,
  primary key (user_id, number)
);

create index event_slots_by_stream on event_slots (stream);
create index event_slots_by_holder on event_slots (holder);

-- Control unit files that web processes hand to workers. Few rows: each is removed by the process that asked for it.
create unlogged table ecu_work (
  id uuid primary key,
  user_id bigint not null,
  turn bigint not null,
  name text not null,
  request bytea not null,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  taken_by uuid,
  tries integer not null default 0,
  outcome bytea
);

create index ecu_work_by_turn on ecu_work (turn, asked_at) where outcome is null;
create index ecu_work_by_user on ecu_work (user_id);
