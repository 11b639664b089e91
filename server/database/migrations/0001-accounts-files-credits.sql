-- Accounts -------------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  full_name text not null,
  email text not null,
  password_hash text,
  phone text not null,
  country text not null,
  role text not null default 'CUSTOMER' check (role in ('CUSTOMER', 'ADMIN')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DEACTIVE')),
  verified boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- A deleted account frees its address; two living ones never share it.
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_role on users (role) where deleted_at is null;

create table sessions (
  id text primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_user on sessions (user_id);

create table login_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  failed_at timestamptz not null
);

create index login_failures_account on login_failures (account, address, failed_at);

-- Catalogue, texts and pictures ----------------------------------------------------------------------------------

create table solutions (
  id bigint generated always as identity primary key,
  name text not null,
  code text not null,
  credits integer not null check (credits >= 0),
  type text not null check (type in ('TUNING', 'OPTION')),
  order_no integer not null default 0,
  image_url text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table application_configuration (
  -- One row, ever.
  only_one boolean primary key default true check (only_one),
  header_banner_text text,
  uploader_text text
);

insert into application_configuration default values;

create table login_media (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  type text not null check (type in ('IMAGE', 'video')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- Files ----------------------------------------------------------------------------------------------------------

create table files (
  id bigint generated always as identity primary key,
  -- The number people read and say: short, and no other number of the portal looks like it.
  file_id text not null generated always as ((100000 + id)::text) stored,
  user_id bigint not null references users (id),
  file_name text not null,
  file_key text not null unique,
  file_size_bytes bigint not null,
  file_sha256 text not null,
  mod_file_name text,
  mod_file_key text,
  mod_file_size_bytes bigint,
  mod_file_sha256 text,
  vehicle text not null,
  brand text not null,
  model text not null,
  ecu text not null,
  petrol_type text not null,
  generation text not null,
  gear text,
  reading_device text,
  description text,
  solution text not null,
  solution_ids bigint[] not null,
  price_cents bigint not null check (price_cents between 0 and 10000000),
  price_status text not null default 'UNPAID' check (price_status in ('PAID', 'UNPAID', 'REFUNDED')),
  status text not null default 'PENDING' check (
    status in ('PENDING', 'IN_PROGRESS', 'PROCESSED', 'COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION')
  ),
  feasible text check (feasible in ('POSSIBLE', 'NOT_POSSIBLE')),
  -- Where an undone cancel goes back to.
  status_before_cancel text check (status_before_cancel in ('PENDING', 'IN_PROGRESS', 'PROCESSED')),
  notes text,
  ticket_id bigint,
  idempotency_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  checked_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  deleted_at timestamptz,
  unique (user_id, idempotency_key),
  check ((mod_file_key is null) = (mod_file_name is null)),
  -- The states of the product; a statement that would leave them fails instead of inventing a new one.
  check (price_status <> 'PAID' or (status in ('IN_PROGRESS', 'PROCESSED', 'COMPLETED') and feasible = 'POSSIBLE')),
  check ((status = 'REFUNDED') = (price_status = 'REFUNDED')),
  check (feasible is distinct from 'POSSIBLE' or mod_file_key is not null),
  check (status <> 'COMPLETED' or price_status = 'PAID'),
  check (status not in ('CANCELED', 'NOT_SUPPORTED_SOLUTION') or status_before_cancel is not null)
);

create index files_user on files (user_id, id desc) where deleted_at is null;
create index files_open on files (id desc)
  where deleted_at is null and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');
create index files_status on files (status) where deleted_at is null;

create table file_history (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id),
  kind text not null check (kind in ('ORIGINAL', 'MODIFIED')),
  file_name text not null,
  file_key text not null,
  size_bytes bigint not null,
  sha256 text not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now()
);

create index file_history_file on file_history (file_id, id desc);

-- Tickets --------------------------------------------------------------------------------------------------------

create table tickets (
  id bigint generated always as identity primary key,
  ticket_id text not null generated always as ('T' || (100000 + id)::text) stored,
  file_id bigint not null unique references files (id),
  subject text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  opening_date timestamptz not null default now(),
  closing_date timestamptz,
  check ((status = 'CLOSED') = (closing_date is not null))
);

create index tickets_open on tickets (id desc) where status = 'OPEN';

alter table files add foreign key (ticket_id) references tickets (id);

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  user_id bigint not null references users (id),
  message text not null,
  file_name text,
  file_key text,
  created_at timestamptz not null default now()
);

create index ticket_messages_ticket on ticket_messages (ticket_id, id);
