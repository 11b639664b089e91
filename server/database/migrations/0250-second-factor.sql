-- A second factor: a secret that an app on the user's phone has too -----------------------------------------------------

create table second_factors (
  user_id bigint primary key references users (id),
  -- Encrypted with a key that is not in the tables as plain text: who reads them cannot compute codes.
  secret text not null,
  created_at timestamptz not null default now(),
  -- Null: no code has shown yet that the app has the secret, and the log-in does not ask for one.
  confirmed_at timestamptz,
  -- The latest period of 30 seconds whose code was used. Codes of it and of earlier ones do not count any more.
  last_step bigint not null default 0
);

-- For users without their phone: each code works once. They are random enough for a plain hash.
create table recovery_codes (
  code_hash text primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index recovery_codes_user on recovery_codes (user_id);

-- SECOND_STEP: given to the browser after the right password, and exchanged for a session with a code.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links
  add constraint account_links_purpose_check check (purpose in ('ACTIVATE', 'RESET', 'INVITE', 'SECOND_STEP'));

-- Opened without the second factor that the shop requires of staff: this session may do nothing but add one.
alter table sessions add column needs_second_factor boolean not null default false;
