-- A failure counts for the account, for the place it comes from (a device, a session or a network) and for the network.
alter table login_failures
  add column network text not null default '',
  -- Whether the account had signed in at this place before.
  add column is_known boolean not null default false;

create index login_failures_of_account on login_failures (account, failed_at);
create index login_failures_of_network on login_failures (network, failed_at);

-- Devices and networks where a user has signed in: failures elsewhere do not keep the owner out of the account there.
create table sign_in_places (
  user_id bigint not null references users (id),
  place text not null check (place <> ''),
  last_used_at timestamptz not null,
  primary key (user_id, place)
);

-- Each sign-in with Google carries a nonce of this server, good for one use.
create table used_google_nonces (
  nonce text primary key,
  expires_at timestamptz not null
);

-- When the link was confirmed with the account's password; null when it was made without.
alter table external_identities add column password_confirmed_at timestamptz;

-- Registrations with an address that has an account already: each tells who asks that it has.
create table taken_registrations (
  id bigint generated always as identity primary key,
  network text not null,
  tried_at timestamptz not null
);

create index taken_registrations_of_network on taken_registrations (network, tried_at);
