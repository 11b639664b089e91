-- The tables of Tunedesk, in the order of the features that they belong to:
-- change feed, accounts, catalogue, files, tickets, notes and tags, ledger, payments, DTC OFF, messaging, audit and
-- security log, shop, operation, limits. In each section: functions of its triggers, tables with their indexes and
-- triggers, other functions. Later files of this folder change what is written here.

-- Change feed ---------------------------------------------------------------------------------------------------------

-- What a transaction has changed: each source once, written by the transaction itself. Unlogged, because whoever reads it
-- counts everything as changed after a crash; what is older than a minute is removed.
create unlogged table change_feed (
  xid xid8 not null default pg_current_xact_id(),
  -- A row or user, such as `file:17`, or what many share, such as `catalogue`.
  source text not null,
  -- The user whose row it is.
  user_id bigint,
  primary key (xid, source)
);

-- Transactions with more sources than this note `beyond` instead.
create function note_change(source text, user_id bigint default null, beyond text default 'everything')
returns void language plpgsql as $$
declare
  -- How many the transaction has noted so far.
  counter constant text := 'tunedesk.noted_' || beyond;
  noted constant integer := coalesce(nullif(current_setting(counter, true), ''), '0')::integer;
begin
  if noted > 100 then
    return;
  elsif noted = 100 then
    source := beyond;
    user_id := null;
  end if;
  insert into change_feed (source, user_id) values (note_change.source, note_change.user_id) on conflict do nothing;
  if found then
    perform set_config(counter, (noted + 1)::text, true);
  end if;
end $$;

-- The one list of what is noted of which table; the triggers below have no conditions of their own.
create function note_changes() returns trigger language plpgsql as $$
declare
  it record;
begin
  if tg_op = 'DELETE' then it := old; else it := new; end if;
  case tg_table_name
  when 'files' then
    perform note_change('file:' || it.id, it.user_id);
  when 'tickets' then
    perform note_change('ticket:' || it.id, it.user_id);
  when 'ticket_messages' then
    perform note_change('ticket:' || t.id, t.user_id) from tickets t where t.id = it.ticket_id;
  when 'tag_links' then
    perform note_change('list:' || case when it.file_id is not null then 'files'
                                        when it.ticket_id is not null then 'tickets' else 'users' end);
  when 'credit_accounts' then
    if it.user_id is not null and new.balance_cents is distinct from old.balance_cents then
      perform note_change('user:' || it.user_id, it.user_id);
      perform note_change('list:balances');
    end if;
  when 'notifications' then
    perform note_change('all');
  when 'notification_recipients' then
    if tg_op = 'DELETE' then
      perform note_change('all');
    else
      perform note_change('user:' || it.user_id, it.user_id);
    end if;
  when 'users' then
    if tg_op = 'INSERT' then
      perform note_change('list:users');
    elsif tg_op = 'DELETE' or new.id <> old.id then
      perform note_change('all');
    elsif new is distinct from old then
      perform note_change('user:' || old.id, old.id);
      if (new.role, new.status, new.verified, new.deleted_at)
         is distinct from (old.role, old.status, old.verified, old.deleted_at) then
        perform note_change('access:' || old.id);
      end if;
      if (new.username, new.email, new.deleted_at) is distinct from (old.username, old.email, old.deleted_at) then
        perform note_change('names');
      end if;
      if (new.role, new.status, new.deleted_at) is distinct from (old.role, old.status, old.deleted_at) then
        perform note_change('support');
      end if;
      if (new.username, new.full_name, new.email, new.phone, new.country, new.role, new.status, new.verified, new.deleted_at)
         is distinct from
         (old.username, old.full_name, old.email, old.phone, old.country, old.role, old.status, old.verified, old.deleted_at) then
        perform note_change('list:users');
      end if;
    end if;
  when 'sessions' then
    if tg_op <> 'INSERT' and (tg_op = 'DELETE' or (new.user_id, new.expires_at) is distinct from (old.user_id, old.expires_at)) then
      perform note_change('session:' || old.id, null, 'all');
    end if;
    -- Presence is noted every half minute. Who was seen within the five minutes that count as present
    -- (features/accounts/server/presence.ts) changes nothing for others.
    if tg_op <> 'UPDATE' and it.last_seen_at is not null
       or tg_op = 'UPDATE' and new.last_seen_at is distinct from old.last_seen_at
          and (new.last_seen_at between old.last_seen_at and old.last_seen_at + interval '4 minutes') is not true then
      perform note_change('support');
    end if;
  when 'presences' then
    perform note_change('work');
  when 'application_configuration' then
    perform note_change('configuration');
  else
    perform note_change('catalogue');
  end case;
  return null;
end $$;

-- NOTIFY takes one lock for the whole cluster until the commit is on the disk, so that no two transactions with one share
-- a write. Of those that end at the same time only one wakes the readers: they read the table, and again until all that
-- were under way have ended. Deferred, so that nothing can fail between the lock and the commit.
create function wake_readers() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(7205761) then
    perform pg_notify('portal_changes', '');
  end if;
  return null;
end $$;

create constraint trigger change_feed_wake_readers after insert on change_feed deferrable initially deferred
  for each row execute function wake_readers();

-- Accounts ------------------------------------------------------------------------------------------------------------

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
  deleted_at timestamptz,
  -- The country that holds beside `country` for DTC_BLOCKED; null: nothing waits.
  previous_country text,
  country_changed_at timestamptz,
  -- As contract/languages.ts spells it; null: the portal's default.
  language text check (language ~ '^[a-z]{2,8}$'),
  -- Null: not erased. An erased account is deleted too, and cannot come back.
  erased_at timestamptz,
  -- A customer who does not need the first steps any more.
  first_steps_dismissed_at timestamptz,
  -- A password that the portal made has been read by somebody else: its owner must choose another one at its first use.
  password_is_generated boolean not null default false,
  check ((previous_country is null) = (country_changed_at is null)),
  check (erased_at is null or deleted_at is not null)
);

-- A deleted account frees its address; two living ones never share it.
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_role on users (role) where deleted_at is null;
create index users_country_changes on users (country_changed_at, id) where country_changed_at is not null;
create index users_by_username on users (lower(username), id);
create index users_by_email on users (lower(email), id) where deleted_at is null;
create index users_by_country on users (lower(country), id) where deleted_at is null;
create index users_by_role on users (role, id) where deleted_at is null;
create index users_by_status on users (status, id) where deleted_at is null;
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- Counted for every list of users.
create index users_of_role_and_status on users (role, status) where deleted_at is null;

create trigger users_note_changes after insert or update or delete on users for each row execute function note_changes();

create table sessions (
  id text primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Kept for administrators only, so that a customer can be told whether support is there.
  last_seen_at timestamptz,
  -- Where a session was opened, for the page of its user; it goes with the session.
  address text,
  browser text,
  -- Opened with a generated password: this session may do nothing but choose another one.
  needs_new_password boolean not null default false
);

create index sessions_user on sessions (user_id);
create index sessions_last_seen on sessions (last_seen_at) where last_seen_at is not null;

create trigger sessions_note_changes after insert or update or delete on sessions
  for each row execute function note_changes();

create table login_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  failed_at timestamptz not null,
  -- A failure counts for the account, for the place it comes from (a device, a session or a network) and for the network.
  network text not null default '',
  -- Whether the account had signed in at this place before.
  is_known boolean not null default false
);

create index login_failures_account on login_failures (account, address, failed_at);
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

-- Registrations with an address that has an account already: each tells who asks that it has.
create table taken_registrations (
  id bigint generated always as identity primary key,
  network text not null,
  tried_at timestamptz not null
);

create index taken_registrations_of_network on taken_registrations (network, tried_at);

-- Who signs in through somebody else: the pair that never changes there, whatever happens to the address.
create table external_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  -- When the link was confirmed with the account's password; null when it was made without.
  password_confirmed_at timestamptz,
  primary key (issuer, subject)
);

create index external_identities_user on external_identities (user_id);

-- The token in a mailed link is kept as its SHA-256 only.
create table account_links (
  token_hash text primary key,
  user_id bigint not null references users (id),
  -- INVITE: mailed to a new user, who sets the first password with it.
  purpose text not null check (purpose in ('ACTIVATE', 'RESET', 'INVITE')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index account_links_user on account_links (user_id, purpose);

-- An e-mail address that a user wants instead of theirs. It takes effect when the link mailed to it is opened; the token
-- of that link is stored as its SHA-256 only.
create table email_changes (
  token_hash text primary key,
  user_id bigint not null references users (id),
  new_email text not null,
  -- The session that asked for it; it alone goes on when the address changes.
  session_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index email_changes_open on email_changes (user_id) where used_at is null;
create index email_changes_of_user on email_changes (user_id);

-- Catalogue and login media -------------------------------------------------------------------------------------------

-- What administrators uploaded for the catalogue; shown to customers by `url`.
create table solution_images (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null unique,
  created_at timestamptz not null default now()
);

create trigger solution_images_note_changes after insert or update or delete on solution_images
  for each row execute function note_changes();

create table solutions (
  id bigint generated always as identity primary key,
  name text not null,
  code text not null,
  credits integer not null check (credits >= 0),
  type text not null check (type in ('TUNING', 'OPTION')),
  order_no integer not null default 0,
  image_url text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- An image that a solution shows cannot be deleted, whoever is faster. Null beside an `image_url`: a drawing that comes
  -- with the program.
  image_id bigint references solution_images (id),
  -- Which image a deleted solution had: it is shown again when the solution is restored, as long as the image is there.
  image_before_delete bigint references solution_images (id) on delete set null
);

create index solutions_image on solutions (image_id) where image_id is not null;
create index solutions_deleted on solutions (deleted_at) where deleted_at is not null;

create trigger solutions_note_changes after insert or update on solutions for each row execute function note_changes();

create table login_media (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  type text not null check (type in ('IMAGE', 'video')),
  created_at timestamptz not null default now()
);

create trigger login_media_note_changes after insert or update or delete on login_media
  for each row execute function note_changes();

-- The bytes behind every address `/api/media/{name}`: an image has one for each of its sizes.
create table media_files (
  name text primary key,
  file_key text not null unique,
  content_type text not null check (content_type in ('image/webp', 'video/mp4', 'video/webm')),
  size_bytes bigint not null,
  solution_image_id bigint references solution_images (id) on delete cascade,
  login_media_id bigint references login_media (id) on delete cascade,
  sha256 text,
  is_shop_logo boolean not null default false,
  constraint media_files_owner check (num_nonnulls(solution_image_id, login_media_id) + is_shop_logo::integer = 1)
);

create index media_files_solution_image on media_files (solution_image_id) where solution_image_id is not null;
create index media_files_login_media on media_files (login_media_id) where login_media_id is not null;

-- Files ---------------------------------------------------------------------------------------------------------------

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
  -- How often price, feasibility or notes were changed by an administrator; raised by the statement that changes them.
  offer_version integer not null default 0 check (offer_version >= 0),
  -- Who changed them last, and when.
  offer_set_by bigint references users (id),
  offer_set_at timestamptz,
  -- When the owner was first told by mail that the file is ready and what it costs; later prices have their own mail.
  ready_mailed_at timestamptz,
  -- Trouble codes that are ordered off; what the customer wrote stays in `solution`.
  ordered_dtcs text[] not null default '{}',
  -- The statement that takes one more in counts it, so that of two at once the eleventh file is never stored.
  further_files smallint not null default 0 check (further_files between 0 and 9),
  -- Since when the customer waits for a change; the statement that sets it decides whether there may be one.
  revision_since timestamptz,
  -- When its bytes were given up; null: they are stored.
  bytes_removed_at timestamptz,
  -- A file and its ticket are one job: both have the assignee of the file.
  assignee_id bigint references users (id),
  -- Since when it is in its status.
  status_since timestamptz not null default now(),
  -- Opening minutes until its owner could first pay it, and whether that was on time; null: there was no target.
  ready_minutes integer,
  ready_on_time boolean,
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
-- The queue of the administrators: what nobody has answered yet.
create index files_waiting on files (created_at, id)
  where deleted_at is null and status in ('PENDING', 'IN_PROGRESS') and feasible is null;
-- The check of the stored files reads every reference in the order of its key.
create index files_mod_file_key on files (mod_file_key) where mod_file_key is not null;
-- One for each order of the list (docs/decisions/015-lists.md), of all users' files.
create index files_by_status on files (status, id) where deleted_at is null;
create index files_by_price_status on files (price_status, id) where deleted_at is null;
create index files_by_name on files (lower(file_name), id) where deleted_at is null;
create index files_by_price on files (price_cents, id) where deleted_at is null;
create index files_by_created_at on files (created_at, id) where deleted_at is null;
-- Counted for every open menu, so each count reads an index of what waits and nothing else.
create index files_awaiting_offer on files (id)
  where status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null
    and deleted_at is null;
-- What a customer has to pay or to download, and nothing that is done: a menu counts it.
create index files_awaiting_customer on files (user_id)
  where status in ('IN_PROGRESS', 'PROCESSED') and feasible = 'POSSIBLE'
    and (price_status = 'UNPAID' or (status = 'PROCESSED' and price_status = 'PAID' and delivered_at is null))
    and deleted_at is null;
-- A page of the files that pass a filter, in every order: within one status and price status each index is in order, and
-- the page is merged from as many of them as pass the filter.
create index files_of_state on files (status, price_status, id) where deleted_at is null;
create index files_of_state_by_name on files (status, price_status, lower(file_name), id) where deleted_at is null;
create index files_of_state_by_price on files (status, price_status, price_cents, id) where deleted_at is null;
create index files_of_state_by_created_at on files (status, price_status, created_at, id) where deleted_at is null;
-- By username the customers are in order, and each has so many files of a page at most.
create index files_of_user_and_state on files (user_id, status, price_status, id) where deleted_at is null;
-- The newest open files of a customer, of whom there may be a hundred thousand that are done.
create index files_open_of_user on files (user_id, id desc)
  where deleted_at is null and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');
-- The newest open rows of all customers, for the dashboard of staff. PostgreSQL may not take these indexes for one
-- customer, whose open rows can all be old ones behind hundreds of thousands of others: only the query that reads
-- everybody's has the condition `id > 0`, which every row passes.
create index files_open on files (id desc)
  where id > 0 and deleted_at is null and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');
-- How long files took until they were ready: the newest of 90 days are read for the time that a new one is expected at.
create index files_ready on files (ready_mailed_at desc) where ready_mailed_at is not null and deleted_at is null;
create index files_in_revision on files (id) where revision_since is not null and deleted_at is null;
-- What the housekeeper looks for every hour, by age; see RETAIN_… in .env.example.
create index files_with_old_bytes on files (updated_at)
 where bytes_removed_at is null and status in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION');
-- Files that cannot be done at the moment: their owner waits, or cancels.
create index files_refused on files (user_id, id)
  where feasible = 'NOT_POSSIBLE' and price_status = 'UNPAID' and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED')
    and deleted_at is null;
-- Files are found by the first digits of their SHA-256.
create index files_sha256 on files (file_sha256 text_pattern_ops);
create index files_of_assignee on files (assignee_id, id) where assignee_id is not null and deleted_at is null
  and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED');
-- What waits for staff, by whom and since when: counted for every open menu of theirs.
create index files_for_staff on files (assignee_id, id)
  where ((status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null)
         or (revision_since is not null and status = 'PROCESSED')) and deleted_at is null;
create index files_for_staff_by_age on files (status, coalesce(revision_since, status_since))
  where ((status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null)
         or (revision_since is not null and status = 'PROCESSED')) and deleted_at is null;
create index files_deleted on files (deleted_at) where deleted_at is not null;
create index files_by_readiness on files (ready_mailed_at) include (ready_minutes, ready_on_time, paid_at)
  where ready_mailed_at is not null;

create trigger files_note_changes after insert or update or delete on files for each row execute function note_changes();

-- Modified files that the portal made of an original by switching its ordered codes off: proposals until an administrator
-- attaches one. The bytes are those of the original with the changes of the proof in them.
create table file_proposals (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id) on delete cascade,
  -- Who had it made.
  user_id bigint not null references users (id),
  -- Its name in the proof.
  reference text not null unique,
  -- SHA-256 of what was asked for: the same again is the same proposal.
  selection_sha256 text not null,
  codes text[] not null,
  also_codes text[] not null,
  emission_codes text[] not null,
  original_sha256 text not null,
  file_name text not null,
  file_size_bytes bigint not null,
  file_sha256 text not null,
  -- What the comparison with the original found.
  findings jsonb not null,
  -- The proof exactly as it is given away.
  proof text not null,
  -- What the customer declared, as the administrator entered it.
  declared_use text,
  -- Whose rules held for the customer on that day.
  country text not null,
  request_id text,
  created_at timestamptz not null default now(),
  unique (file_id, selection_sha256)
);

-- Every version of a file.
create table file_history (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id),
  kind text not null check (kind in ('ORIGINAL', 'MODIFIED')),
  file_name text not null,
  file_key text not null,
  size_bytes bigint not null,
  sha256 text not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  -- As the contract spells it; null: stored before there was a comparison, or an original.
  findings jsonb,
  -- Who went on although something was found.
  findings_confirmed_by bigint references users (id),
  -- The proof of an attached version.
  proposal_id bigint references file_proposals (id) on delete cascade,
  -- When its owner first had this version: it stays theirs when another one takes its place.
  delivered_at timestamptz,
  check (kind = 'MODIFIED' or findings is null),
  check (findings_confirmed_by is null or findings is not null)
);

create index file_history_file on file_history (file_id, id desc);
-- The sweep of the storage asks by key; every other column of this kind is unique and has its index.
create index file_history_file_key on file_history (file_key);
create index file_history_proposal on file_history (proposal_id) where proposal_id is not null;

-- Changes that customers ask for after the delivery.
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

-- What comes with a file beside its original.
create table further_files (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id) on delete cascade,
  kind text not null check (kind in ('ECU', 'GEARBOX', 'ID_FILE', 'LOG', 'SCAN_REPORT', 'OTHER')),
  file_name text not null,
  file_key text not null unique,
  size_bytes bigint not null,
  sha256 text not null,
  -- Who sent it.
  user_id bigint not null references users (id),
  -- A repeat with the same key is the same file.
  idempotency_key text,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);

create index further_files_file on further_files (file_id, id);

-- What the portal has read in the original of each file.
create table file_identifications (
  file_id bigint primary key references files (id) on delete cascade,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  -- Of the bytes that are meant: a result for others is refused.
  sha256 text not null,
  library_version text,
  result jsonb,
  failure text check (failure in ('ALTERED', 'FAILED', 'MISSING', 'TOO_MUCH_MEMORY', 'TOO_SLOW')),
  finished_at timestamptz,
  check ((state = 'WAITING') = (finished_at is null)),
  check ((state = 'DONE') = (result is not null)),
  check ((state = 'FAILED') = (failure is not null))
);

create index file_identifications_waiting on file_identifications (file_id) where state = 'WAITING';

-- What finds an original again: its bytes, and the numbers in it.
create table file_fingerprints (
  file_id bigint primary key references files (id) on delete cascade,
  -- Compared bit by bit with all others (ecu/fingerprint.ts), and so among the first columns. Null: there is too little to compare.
  print bit(512),
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  -- Of the memory in the file, whatever form it came in.
  content_sha256 bytea,
  software_number text,
  -- Every number in the file, for searches: capitals and digits alone.
  numbers text,
  check (state <> 'DONE' or (content_sha256 is not null and numbers is not null))
);

create index file_fingerprints_waiting on file_fingerprints (file_id) where state = 'WAITING';
create index file_fingerprints_content on file_fingerprints (content_sha256);
create index file_fingerprints_software on file_fingerprints (software_number, file_id) where software_number is not null;

-- Two originals, compared byte by byte: `file_id` is the one that was read later.
create table file_similarities (
  file_id bigint not null references files (id) on delete cascade,
  other_id bigint not null references files (id) on delete cascade,
  bytes_compared bigint not null,
  bytes_same bigint not null,
  primary key (file_id, other_id),
  check (file_id <> other_id),
  check (bytes_compared > 0 and bytes_same between 0 and bytes_compared)
);

create index file_similarities_other on file_similarities (other_id);

-- Who has which file open. Unlogged: a lease is renewed every few seconds, and is of no use a minute later.
create unlogged table presences (
  session_id text not null,
  file_id bigint not null,
  user_id bigint not null,
  ends_at timestamptz not null,
  primary key (session_id, file_id)
);

create index presences_by_end on presences (ends_at);

create trigger presences_note_changes after insert or delete on presences for each row execute function note_changes();

-- What a user has that is not done, for the question before an account is deleted, and for the statement that deletes it.
create function open_files_of(owner bigint) returns bigint language sql stable as $$
  select count(*) from files
   where user_id = owner and deleted_at is null
     and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION')
$$;

-- Tickets -------------------------------------------------------------------------------------------------------------

create table tickets (
  id bigint generated always as identity primary key,
  ticket_id text not null generated always as ('T' || (100000 + id)::text) stored,
  file_id bigint not null unique references files (id),
  subject text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  opening_date timestamptz not null default now(),
  closing_date timestamptz,
  -- A ticket goes with its file.
  deleted_at timestamptz,
  -- Who has written last decides for whom a ticket waits. It is written into the ticket: looking for the last message of
  -- every open ticket takes longer the more of them there are.
  awaits_reply boolean not null default false,
  has_unread_reply boolean not null default false,
  -- Whose ticket it is, which is whose file it is about and never changes: the tickets of a customer, and the replies that
  -- wait for one, are found without their files.
  user_id bigint not null references users (id),
  -- That of its file.
  assignee_id bigint references users (id),
  -- Since when its customer waits for a reply.
  awaits_reply_since timestamptz,
  check ((status = 'CLOSED') = (closing_date is not null))
);

create index tickets_by_status on tickets (status, id) where deleted_at is null;
create index tickets_by_subject on tickets (lower(subject), id) where deleted_at is null;
create index tickets_by_opening_date on tickets (opening_date, id) where deleted_at is null;
create index tickets_by_closing_date on tickets (coalesce(closing_date, timestamptz '9999-01-01 00:00:00+00'), id)
  where deleted_at is null;
create index tickets_awaiting_reply on tickets (id) where awaits_reply and status = 'OPEN' and deleted_at is null;
create index tickets_user on tickets (user_id, id) where deleted_at is null;
create index tickets_unread_reply on tickets (user_id) where has_unread_reply and deleted_at is null;
-- As files_of_state.
create index tickets_of_status_by_subject on tickets (status, lower(subject), id) where deleted_at is null;
create index tickets_of_status_by_opening_date on tickets (status, opening_date, id) where deleted_at is null;
create index tickets_of_status_by_closing_date
  on tickets (status, coalesce(closing_date, timestamptz '9999-01-01 00:00:00+00'), id) where deleted_at is null;
create index tickets_of_user_and_status on tickets (user_id, status, id) where deleted_at is null;
-- As files_open.
create index tickets_open on tickets (id desc) where id > 0 and status = 'OPEN' and deleted_at is null;
create index tickets_closed_at on tickets (closing_date) where status = 'CLOSED';
create index tickets_for_staff on tickets (assignee_id, id)
  where awaits_reply and status = 'OPEN' and deleted_at is null;
create index tickets_for_staff_by_age on tickets (awaits_reply_since)
  where awaits_reply and status = 'OPEN' and deleted_at is null;
-- Read by an export or an erasure of a user, deleted or not.
create index tickets_of_user on tickets (user_id);

create trigger tickets_note_changes after insert or update or delete on tickets
  for each row execute function note_changes();

alter table files add foreign key (ticket_id) references tickets (id);

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  user_id bigint not null references users (id),
  message text not null,
  file_name text,
  file_key text,
  created_at timestamptz not null default now(),
  file_size_bytes bigint,
  -- Made by the browser: a message whose answer was lost is sent again, but stands there once.
  message_id text,
  -- Null: stored before it was recorded.
  file_sha256 text,
  check ((file_key is null) = (file_name is null) and (file_key is null) = (file_size_bytes is null)),
  unique (ticket_id, user_id, message_id)
);

create index ticket_messages_ticket on ticket_messages (ticket_id, id);
create unique index ticket_messages_file_key on ticket_messages (file_key) where file_key is not null;

create trigger ticket_messages_note_changes after insert or update on ticket_messages
  for each row execute function note_changes();

-- Answers that administrators write again and again.
create table saved_replies (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  message text not null check (message <> ''),
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create index saved_replies_deleted on saved_replies (deleted_at) where deleted_at is not null;

create function open_tickets_of(owner bigint) returns bigint language sql stable as $$
  select count(*) from tickets where user_id = owner and deleted_at is null and status = 'OPEN'
$$;

-- Notes and tags of staff ---------------------------------------------------------------------------------------------

-- Customers never see them.
create table internal_notes (
  id bigint generated always as identity primary key,
  -- What it is about: exactly one of them.
  user_id bigint references users (id) on delete cascade,
  file_id bigint references files (id) on delete cascade,
  ticket_id bigint references tickets (id) on delete cascade,
  note text not null check (note <> ''),
  author_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, file_id, ticket_id) = 1)
);

create index internal_notes_user on internal_notes (user_id, id desc) where user_id is not null;
create index internal_notes_file on internal_notes (file_id, id desc) where file_id is not null;
create index internal_notes_ticket on internal_notes (ticket_id, id desc) where ticket_id is not null;
create index internal_notes_author on internal_notes (author_id);

create table tags (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);

-- "VIP" and "vip" are one tag.
create unique index tags_name on tags (lower(name));

create table tag_links (
  id bigint generated always as identity primary key,
  tag_id bigint not null references tags (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  file_id bigint references files (id) on delete cascade,
  ticket_id bigint references tickets (id) on delete cascade,
  check (num_nonnulls(user_id, file_id, ticket_id) = 1)
);

create unique index tag_links_user on tag_links (user_id, tag_id) where user_id is not null;
create unique index tag_links_file on tag_links (file_id, tag_id) where file_id is not null;
create unique index tag_links_ticket on tag_links (ticket_id, tag_id) where ticket_id is not null;
-- What a list is filtered by.
create index tag_links_tag_users on tag_links (tag_id, user_id) where user_id is not null;
create index tag_links_tag_files on tag_links (tag_id, file_id) where file_id is not null;
create index tag_links_tag_tickets on tag_links (tag_id, ticket_id) where ticket_id is not null;

create trigger tag_links_note_changes after insert or update or delete on tag_links
  for each row execute function note_changes();

-- Ledger --------------------------------------------------------------------------------------------------------------

create function credit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to' using errcode = 'TD002';
end $$;

-- Only the seal with the key may change without an entry.
create function credit_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_cents <> 0 or new.version <> 0 then
      raise exception 'an account opens empty' using errcode = 'TD002';
    end if;
  elsif pg_trigger_depth() < 2 and (new.id, new.user_id, new.unit, new.balance_cents, new.version, new.seal)
        is distinct from (old.id, old.user_id, old.unit, old.balance_cents, old.version, old.seal) then
    raise exception 'a balance moves only through an entry' using errcode = 'TD002';
  end if;
  return new;
end $$;

-- What an account holds is what its entries add up to, and only an entry can move it.
create table credit_accounts (
  id bigint generated always as identity primary key,
  -- Null is the house, the other side of every journal. It keeps no balance, so that no two payments wait for one row.
  user_id bigint references users (id),
  unit text not null check (unit in ('MAIN', 'AI')),
  balance_cents bigint not null default 0,
  -- Counts the entries; the entry that made version n has sequence n.
  version bigint not null default 0,
  seal bytea not null default '',
  -- HMAC-SHA-256 over the account's owner, unit, version, balance and last seal, computed by the program. Whoever can
  -- write here can recompute the plain seals of a changed history, and not this one. Null while an account has no entry.
  mac bytea,
  -- Which key.
  mac_key text,
  unique nulls not distinct (user_id, unit)
);

create index credit_accounts_by_balance on credit_accounts (unit, balance_cents, user_id);

create trigger credit_accounts_guard before insert or update on credit_accounts
  for each row execute function credit_account_guard();
create trigger credit_accounts_no_delete before delete or truncate on credit_accounts
  for each statement execute function credit_refuse_change();
create trigger credit_accounts_note_changes after update on credit_accounts
  for each row execute function note_changes();

insert into credit_accounts (user_id, unit) values (null, 'MAIN'), (null, 'AI');

-- A new user gets empty accounts, whoever adds the user.
create function credit_account_open() returns trigger language plpgsql security definer as $$
begin
  insert into credit_accounts (user_id, unit) values (new.id, 'MAIN'), (new.id, 'AI');
  return null;
end $$;

create trigger users_open_accounts after insert on users for each row execute function credit_account_open();

create table credit_journals (
  id bigint generated always as identity primary key,
  -- One per business event: a repeated click or payment notice finds it taken.
  key text not null unique,
  source text not null check (source in ('Upload', 'Refund', 'Payment', 'Admin', 'DTC OFF')),
  -- Only money that a payment provider takes back may leave an account below zero.
  may_overdraw boolean not null default false,
  file_id bigint references files (id),
  payment_reference text,
  -- Who caused it; null is the product itself.
  user_id bigint references users (id),
  request_id text,
  created_at timestamptz not null default now(),
  -- Why, in words the account's owner reads; and whether it was only tried out.
  note text,
  is_test boolean not null default false,
  check (not may_overdraw or source = 'Payment')
);

create index credit_journals_file on credit_journals (file_id);
create index credit_journals_payment on credit_journals (payment_reference);
-- What was only tried out, which is little.
create index credit_journals_test on credit_journals (id) where is_test;

create trigger credit_journals_append_only before update or delete or truncate on credit_journals
  for each statement execute function credit_refuse_change();

create function credit_total_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'a total moves only through an entry' using errcode = 'TD002';
  end if;
  return new;
end $$;

-- What the entries of a customer's account add up to, by source: four cards and the number of rows without reading a
-- million of them. The entry itself writes them, in the statement that makes it; nothing else can.
create table credit_totals (
  account_id bigint not null references credit_accounts (id),
  source text not null,
  entries bigint not null,
  amount_cents bigint not null,
  primary key (account_id, source)
);

create trigger credit_totals_guard before insert or update on credit_totals
  for each row execute function credit_total_guard();
create trigger credit_totals_no_delete before delete or truncate on credit_totals
  for each statement execute function credit_refuse_change();

create function credit_facets_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what an entry is found by comes with the entry' using errcode = 'TD002';
  end if;
  return new;
end $$;

-- Source and time of a journal beside the account of its entry, for the entries of customers: a page of one source and one
-- year is found in an index of this table alone. Entry and journal never change, and neither does this; it decides which
-- rows a list shows, and no amount.
create table credit_entry_facets (
  entry_id bigint not null,
  account_id bigint not null,
  source text not null,
  created_at timestamptz not null,
  -- The country of the customer at the time of the entry.
  country text,
  -- What it counts as in reports; null: in none.
  revenue_kind text,
  amount_cents bigint,
  primary key (entry_id) include (created_at)
);

create index credit_entry_facets_source on credit_entry_facets (source, created_at) include (entry_id);
create index credit_entry_facets_source_entry on credit_entry_facets (source, entry_id) include (account_id);
create index credit_entry_facets_account on credit_entry_facets (account_id, created_at) include (source, entry_id);
create index credit_entry_facets_revenue on credit_entry_facets (created_at)
  include (revenue_kind, account_id, country, amount_cents) where revenue_kind is not null;

create trigger credit_entry_facets_guard before insert on credit_entry_facets
  for each row execute function credit_facets_guard();
create trigger credit_entry_facets_append_only before update or delete or truncate on credit_entry_facets
  for each statement execute function credit_refuse_change();

-- The seal of an entry covers its source, and seals are never computed again: money from a provider has the source
-- Payment, and in the seal the word that the first of these entries were sealed with.
create function credit_seal(previous bytea, account_id bigint, sequence bigint, amount bigint, balance bigint, j credit_journals)
returns bytea language sql stable as $$
  select sha256(previous || convert_to(json_build_array(
    account_id, sequence, amount, balance, j.id, j.key, case j.source when 'Payment' then 'PayPal' else j.source end,
    j.may_overdraw, j.file_id, j.payment_reference, j.note, j.is_test, j.user_id, j.request_id,
    (extract(epoch from j.created_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

-- The one place where a balance moves. SQLSTATE TD001: it would fall below zero.
create function credit_entry_post() returns trigger language plpgsql as $$
declare
  j credit_journals;
begin
  new.balance_after_cents := null;
  new.sequence := null;
  new.seal := null;
  select * into j from credit_journals where id = new.journal_id;
  update credit_accounts a
     set balance_cents = a.balance_cents + new.amount_cents, version = a.version + 1,
         seal = credit_seal(a.seal, a.id, a.version + 1, new.amount_cents, a.balance_cents + new.amount_cents, j)
   where a.id = new.account_id and a.user_id is not null
     and (new.amount_cents >= 0 or a.balance_cents + new.amount_cents >= 0 or j.may_overdraw)
  returning a.balance_cents, a.version, a.seal into new.balance_after_cents, new.sequence, new.seal;
  if found then
    -- Numbered only now that the account is held, so that rows in the order of their ids follow from one another.
    new.id := nextval(pg_get_serial_sequence('credit_entries', 'id'));
    return new;
  end if;
  -- The house keeps neither a balance nor a seal.
  if not exists (select from credit_accounts where id = new.account_id and user_id is null) then
    raise exception 'not enough credits' using errcode = 'TD001';
  end if;
  return new;
end $$;

create function credit_journal_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from credit_entries e join credit_accounts a on a.id = e.account_id
     where e.journal_id = new.journal_id group by a.unit having sum(e.amount_cents) <> 0
  ) then
    raise exception 'a journal must add up to zero' using errcode = 'TD002';
  end if;
  return null;
end $$;

-- What an entry counts as in reports. Null: it counts in none.
create function revenue_kind(source text, key text, is_test boolean) returns text language sql immutable as $$
  select case
    when source = 'Upload' then 'FILE'
    when source = 'DTC OFF' then 'DTC_OFF'
    when source = 'Refund' then 'REFUND'
    when source = 'Payment' and not is_test then
      case when key ~ ':(Refunded|Reversed|Canceled_Reversal):' then 'TAKEN_BACK' else 'BOUGHT' end
  end
$$;

-- What lists and reports read of an entry, written with it.
create function credit_total_add() returns trigger language plpgsql as $$
declare
  journal credit_journals;
begin
  select * into journal from credit_journals j where j.id = new.journal_id;
  insert into credit_totals as t (account_id, source, entries, amount_cents)
  values (new.account_id, journal.source, 1, new.amount_cents)
  on conflict (account_id, source)
    do update set entries = t.entries + 1, amount_cents = t.amount_cents + excluded.amount_cents;
  insert into credit_entry_facets (entry_id, account_id, source, created_at, country, revenue_kind, amount_cents)
  select new.id, new.account_id, journal.source, journal.created_at, u.country,
         revenue_kind(journal.source, journal.key, journal.is_test), new.amount_cents
    from credit_accounts a join users u on u.id = a.user_id where a.id = new.account_id;
  return null;
end $$;

create table credit_entries (
  id bigint generated always as identity primary key,
  journal_id bigint not null references credit_journals (id),
  account_id bigint not null references credit_accounts (id),
  amount_cents bigint not null,
  -- What the account held after this entry, and its place in the account's history without gaps; null for the house.
  balance_after_cents bigint,
  sequence bigint,
  -- Each entry of an account is sealed together with the one before it, so that nothing can be changed, taken out, put in
  -- or put elsewhere without every later seal being wrong. `npm run admin ledger:verify` computes all of them again.
  seal bytea,
  unique (journal_id, account_id),
  unique (account_id, sequence)
);

create index credit_entries_account on credit_entries (account_id, id desc);
-- A page of everybody's ledger is found without the house's half of it.
create index credit_entries_of_customers on credit_entries (id desc) where sequence is not null;

create trigger credit_entries_post before insert on credit_entries for each row execute function credit_entry_post();
create trigger credit_entries_append_only before update or delete or truncate on credit_entries
  for each statement execute function credit_refuse_change();
create constraint trigger credit_entries_balance after insert on credit_entries
  deferrable initially deferred for each row execute function credit_journal_balances();
-- The account's row is locked by then, so no two entries wait for each other's totals.
create trigger credit_entries_total after insert on credit_entries
  for each row when (new.sequence is not null) execute function credit_total_add();

-- Seals all entries of an account from the first to the last; only for entries that nobody has seen yet.
create function credit_seal_account(sealed bigint) returns void language plpgsql as $$
declare
  entry record;
  last bytea := '';
begin
  for entry in
    select e.id, e.sequence, e.amount_cents, e.balance_after_cents, j as journal
      from credit_entries e join credit_journals j on j.id = e.journal_id
     where e.account_id = sealed order by e.sequence
  loop
    last := credit_seal(last, sealed, entry.sequence, entry.amount_cents, entry.balance_after_cents, entry.journal);
    update credit_entries set seal = last where id = entry.id;
  end loop;
  update credit_accounts set seal = last where id = sealed;
end $$;

-- What a ledger row names can be opened until it is deleted.
create view credit_ledger_rows as
  select e.id, a.user_id, u.username, a.unit, j.source, e.amount_cents, e.balance_after_cents, e.sequence,
         f.file_id, j.created_at, j.note, j.is_test,
         case when u.deleted_at is null then u.id end as open_user_id,
         case when f.deleted_at is null then f.id end as open_file_id,
         j.payment_reference
    from credit_entries e
    join credit_accounts a on a.id = e.account_id
    join users u on u.id = a.user_id
    join credit_journals j on j.id = e.journal_id
    left join files f on f.id = j.file_id;

-- A break that the check of the ledger found. While one is open, nothing may be spent.
create table credit_alarms (
  id bigint generated always as identity primary key,
  finding text not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz
);

create unique index credit_alarms_open on credit_alarms (finding) where cleared_at is null;

-- Posts one business event: the journal, and per line the customer's entry with the house's on the other side. One row
-- per line, with what the account was before, so that the program can verify it before it seals; no row when the key was
-- posted before. TD001: an account would fall below zero. TD004: spending is stopped. TD005: the customer has no such
-- account.
create function credit_post(
  event_key text, event_source text, overdraw boolean, event_file bigint, event_payment text, event_note text,
  event_test boolean, event_user bigint, event_request text,
  line_users bigint[], line_units text[], line_cents bigint[]
) returns table (
  journal_id bigint, created_us bigint, account_id bigint, amount_cents bigint, sequence bigint,
  balance_after_cents bigint, seal bytea,
  previous_balance_cents bigint, previous_version bigint, previous_seal bytea, previous_mac bytea, previous_mac_key text
) language plpgsql security definer as $$
#variable_conflict use_column
declare
  journal credit_journals;
  account credit_accounts;
  entry credit_entries;
  house bigint;
begin
  if not overdraw and exists (select from unnest(line_cents) c where c < 0)
     and exists (select from credit_alarms where cleared_at is null) then
    raise exception 'spending is stopped' using errcode = 'TD004';
  end if;
  insert into credit_journals (key, source, may_overdraw, file_id, payment_reference, note, is_test, user_id, request_id)
  values (event_key, event_source, overdraw, event_file, event_payment, event_note, event_test, event_user, event_request)
  on conflict (key) do nothing returning * into journal;
  if journal.id is null then
    return;
  end if;
  for line in 1 .. cardinality(line_users) loop
    select * into account from credit_accounts a
     where a.user_id = line_users[line] and a.unit = line_units[line] for no key update;
    select a.id into house from credit_accounts a where a.user_id is null and a.unit = line_units[line];
    if account.id is null or house is null then
      raise exception 'user % has no % account', line_users[line], line_units[line] using errcode = 'TD005';
    end if;
    insert into credit_entries (journal_id, account_id, amount_cents)
    values (journal.id, account.id, line_cents[line]) returning * into entry;
    insert into credit_entries (journal_id, account_id, amount_cents) values (journal.id, house, -line_cents[line]);
    return query select journal.id, (extract(epoch from journal.created_at) * 1000000)::bigint, account.id,
                        entry.amount_cents, entry.sequence, entry.balance_after_cents, entry.seal,
                        account.balance_cents, account.version, account.seal, account.mac, account.mac_key;
  end loop;
end $$;

-- Both accounts of a customer, held until the transaction ends, in the order in which every journal moves them.
create function credit_hold(holder bigint) returns setof credit_accounts language plpgsql security definer as $$
begin
  return query select * from credit_accounts where user_id = holder order by id for no key update;
end $$;

-- Seals accounts as they are at these versions; false for one that has moved on.
create function credit_sign(accounts bigint[], versions bigint[], macs bytea[], key_id text)
returns table (account_id bigint) language plpgsql security definer as $$
begin
  return query
    update credit_accounts a set mac = s.mac, mac_key = key_id
      from unnest(accounts, versions, macs) s (account, version, mac)
     where a.id = s.account and a.version = s.version
    returning a.id;
end $$;

-- Payments ------------------------------------------------------------------------------------------------------------

-- What came, byte for byte. The bytes are believed only once the provider has said that they are its own.
create table payment_messages (
  id bigint generated always as identity primary key,
  -- Form of the message, in the provider's own word.
  kind text not null,
  -- SHA-256 of everything that came: the same again is only counted.
  digest text not null unique,
  body bytea not null,
  -- What a webhook is signed with.
  headers jsonb not null default '{}',
  is_test boolean not null,
  received_at timestamptz not null default now(),
  last_received_at timestamptz not null default now(),
  times_received integer not null default 1,
  verification text not null default 'WAITING' check (verification in ('WAITING', 'VERIFIED', 'INVALID')),
  attempts integer not null default 0,
  last_error text,
  -- What became of it; null while nothing has.
  outcome text check (outcome in (
    'CREDITED', 'REVERSED', 'REVERSAL_CANCELED', 'IGNORED', 'DUPLICATE', 'AWAITING_PAYMENT', 'REVIEW', 'REJECTED'
  )),
  reason text,
  settled_at timestamptz,
  -- As the verified bytes say.
  transaction_id text,
  parent_transaction_id text,
  payment_status text,
  amount_cents bigint,
  currency text,
  user_id bigint references users (id),
  -- The file that was paid with it.
  file_id bigint references files (id),
  reviewed_at timestamptz,
  reviewed_by bigint references users (id),
  review_note text,
  provider text not null,
  -- What it reports, in words that fit every provider.
  event text check (event in (
    'COMPLETED', 'PENDING', 'FAILED', 'REFUNDED', 'REVERSED', 'REVERSAL_CANCELED', 'UNKNOWN'
  )),
  check ((outcome is null) = (settled_at is null)),
  check (outcome is null or verification <> 'WAITING'),
  check (outcome is null or outcome = 'REJECTED' or verification = 'VERIFIED'),
  -- A payment that its provider confirms is never rejected.
  constraint payment_messages_rejected_check check (outcome is distinct from 'REJECTED' or verification = 'INVALID')
);

create index payment_messages_unsettled on payment_messages (id) where outcome is null;
create index payment_messages_transaction on payment_messages (transaction_id);
create index payment_messages_parent on payment_messages (parent_transaction_id);
create index payment_messages_to_review on payment_messages (id) where outcome = 'REVIEW' and reviewed_at is null;
create index payment_messages_user on payment_messages (user_id, event);
-- A page of the payments of one outcome, of which there may be very few.
create index payment_messages_outcome on payment_messages (outcome, id);

-- The sandbox plays the provider: its payments, and the bytes it has said and vouches for.
create table sandbox_payments (
  transaction_id text primary key,
  custom text not null,
  amount_cents bigint not null,
  status text not null,
  created_at timestamptz not null default now()
);

create table sandbox_notices (
  id bigint generated always as identity primary key,
  transaction_id text not null,
  digest text not null,
  body bytea not null,
  -- False for a forgery: asked about these bytes, the sandbox says INVALID.
  is_vouched boolean not null,
  copies integer not null check (copies between 1 and 1000),
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);

create index sandbox_notices_digest on sandbox_notices (digest);
create index sandbox_notices_waiting on sandbox_notices (id) where delivered_at is null;

-- DTC OFF -------------------------------------------------------------------------------------------------------------

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
  -- What was found in the file (features/files/analysis), with its table of codes.
  analysis jsonb not null,
  declared_use text,
  declared_at timestamptz,
  -- Whatever a browser believes: this decides whether the next file is free.
  charged_at timestamptz,
  charged_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The model that the customer chose for a file of DTC OFF, and the file read as that one; null: read as what it is
  -- recognised as. `analysis` stays what the file was recognised as on its own.
  chosen jsonb,
  -- Set by the statement that settles the session without a charge, for a role that may use it so.
  is_free boolean not null default false,
  constraint ai_sessions_check1 check ((declared_use is null) = (declared_at is null)),
  constraint ai_sessions_settled
    check (case when charged_at is null then charged_cents = 0 and not is_free else is_free = (charged_cents = 0) end)
);

create index ai_sessions_owner on ai_sessions (user_id, file_sha256);
create index ai_sessions_unpaid on ai_sessions (expires_at) where charged_at is null;

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
  -- Codes that went off together with the chosen ones.
  also_codes text[] not null default '{}',
  user_id bigint not null references users (id),
  constraint ai_generations_wanted unique nulls not distinct (session_id, selection_sha256, declared_use)
);

-- One payment for a session, whatever happens.
create unique index ai_generations_charged on ai_generations (session_id) where is_charged;
-- Files of one customer, newest first, a page at a time.
create index ai_generations_owner on ai_generations (user_id, id desc);

-- Descriptions of trouble codes that the operator imports. An empty manufacturer is every car.
create table dtc_texts (
  code text not null check (code ~ '^[0-9A-Z]{2,6}$'),
  manufacturer text not null,
  language text not null,
  description text not null check (length(description) between 1 and 200),
  primary key (code, manufacturer, language)
);

-- What DTC OFF was used for, and when. Sessions that were never paid are removed after a day, and were a use all the same.
create table dtc_off_uses (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('UPLOADED', 'PAID', 'FREE', 'GENERATED')),
  used_at timestamptz not null
);

create index dtc_off_uses_time on dtc_off_uses (used_at) include (kind);

-- Messaging -----------------------------------------------------------------------------------------------------------

-- One text of an administrator to many users.
create table mailings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  subject text not null,
  -- Sanitised before it came here. Kept once, and not with each of its mails.
  html_body text not null,
  text_body text not null,
  created_at timestamptz not null default now()
);

-- Written in the transaction of what the mail is about, so that neither is there without the other.
create table mails (
  id bigint generated always as identity primary key,
  -- What this mail is about: the same event can post only one.
  key text not null unique,
  recipient text not null,
  subject text not null,
  -- Gone once a mail server has it: it may hold a link that opens an account.
  text_body text,
  html_body text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  mailing_id bigint references mailings (id),
  -- What the mail server said when it took the mail.
  server_answer text,
  -- It will not be tried again: the mail server has said no, or nobody waits for it any more.
  refused_at timestamptz,
  -- Mails with a higher priority are sent first.
  priority smallint not null default 0,
  -- The user a mail is about: its recipient, or the customer about whom it tells the staff. An erasure removes these mails.
  user_id bigint references users (id),
  -- Without a mail server a mail is saved as a file and sent to nobody. That stays true once there is a server.
  is_saved boolean not null default false,
  check (sent_at is null or refused_at is null)
);

create index mails_waiting on mails (id) where sent_at is null;
create index mails_mailing on mails (mailing_id, id) where mailing_id is not null;
-- A mailing asks between two mails whether one about an account waits: it must not read the mails of the mailing for that.
create index mails_about_accounts on mails (id) where priority > 0 and attempts = 0 and sent_at is null;
create index mails_by_age on mails (created_at);
create index mails_of_recipient on mails (lower(recipient));
create index mails_of_user on mails (user_id) where user_id is not null;

create table notifications (
  id bigint generated always as identity primary key,
  -- HTML, sanitised before it came here.
  message text not null,
  url text check (url ~ '^(/[^/\\]|https://)'),
  created_at timestamptz not null default now(),
  -- What the portal writes itself: the name of a text and its values, rendered for each reader. Null: `message` as it is.
  stored_text jsonb,
  -- Null: an administrator's own text, or about no file. Entries go with the file they are about as notices without one.
  kind text check (
    kind in ('REPLY', 'PRICE', 'STATUS', 'READY', 'CUSTOMER_MESSAGE', 'NEW_FILE', 'CHANGE_REQUEST')),
  file_id bigint references files (id) on delete set null
);

create index notifications_file on notifications (file_id) where file_id is not null;

create trigger notifications_note_changes after update or delete on notifications
  for each row execute function note_changes();

create table notification_recipients (
  notification_id bigint not null references notifications (id),
  user_id bigint not null references users (id),
  read_at timestamptz,
  primary key (user_id, notification_id)
);

create index notification_recipients_unread on notification_recipients (user_id, notification_id) where read_at is null;

create trigger notification_recipients_note_changes after insert or update or delete on notification_recipients
  for each row execute function note_changes();

-- What a user has chosen other than the portal's own choice (features/messaging/notifications.calls.ts).
create table notification_choices (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (
    kind in ('REPLY', 'PRICE', 'STATUS', 'READY', 'CUSTOMER_MESSAGE', 'NEW_FILE', 'CHANGE_REQUEST')),
  by_mail boolean not null,
  by_push boolean not null,
  primary key (user_id, kind)
);

-- A browser that wants to be told when the portal is closed. It goes with its session: whoever logged out, or was sent
-- away, is told nothing more.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  session_id text not null unique references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);

create index push_subscriptions_user on push_subscriptions (user_id);

-- Waiting to be sent, one row per browser; gone once it is.
create table pushes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  title text not null,
  body text not null,
  url text not null check (url ~ '^/([^/\\]|$)'),
  created_at timestamptz not null default now()
);

create index pushes_subscription on pushes (subscription_id);

-- Audit and security log ----------------------------------------------------------------------------------------------

create function changes_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit list is only added to' using errcode = 'TD003';
end $$;

-- Who changed what, when, from what to what. Written in the transaction of the change, and only added to.
create table changes (
  id bigint generated always as identity primary key,
  -- Who did it; null is the product itself.
  user_id bigint references users (id),
  -- What kind of change, and of what kind of thing, as features/staff/audit spells them.
  kind text not null check (kind <> ''),
  subject text not null check (subject <> ''),
  -- Null for what there is only one of. No reference: the entry outlives what it is about.
  subject_id bigint,
  -- What the thing was called at that time.
  subject_name text not null,
  -- Which of its fields, where the kind does not say.
  field text,
  old_value text,
  new_value text,
  request_id text,
  created_at timestamptz not null default now(),
  -- Where a change without a user came from: the portal itself (null), or a command on the machine.
  origin text check (origin in ('COMMAND_LINE'))
);

create index changes_user on changes (user_id, id desc);
create index changes_kind on changes (kind, id desc);
create index changes_subject on changes (subject, subject_id, id desc);
create index changes_created on changes (created_at desc);

create trigger changes_append_only before update or delete or truncate on changes
  for each statement execute function changes_refuse_change();

create function security_events_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.times > old.times and new.last_at >= old.last_at
       and to_jsonb(new) - array['times', 'last_at'] = to_jsonb(old) - array['times', 'last_at'] then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    if old.last_at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'the security log is only added to' using errcode = 'TD003';
end $$;

-- Refused sign-ins, tokens and calls, limits, and changes of who has access. The server's role only reads the table and
-- adds to it with security_record; nothing is removed before it is 30 days old.
create table security_events (
  id bigint generated always as identity primary key,
  -- As features/accounts/security-log spells them.
  event text not null check (event <> ''),
  reason text not null,
  -- What anybody can cause, without a right to.
  is_attempt boolean not null,
  -- Who was signed in.
  actor_id bigint references users (id),
  -- Whose account it is about.
  account_id bigint references users (id),
  -- The e-mail address that was entered where no one was signed in.
  account text not null check (length(account) <= 100),
  -- Of the first time; the same entry counts for the whole network.
  address text not null check (length(address) <= 64),
  network text not null check (length(network) <= 64),
  -- Method and pattern of the call.
  call text not null check (length(call) <= 120),
  detail text not null check (length(detail) <= 600),
  -- What the entry stands for: one thing ('ONE'), a network's further attempts of its hour, or those of all networks.
  scope text not null check (scope in ('ONE', 'NETWORK', 'ALL')),
  times bigint not null check (times > 0),
  hour timestamptz not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);

-- The same thing again within an hour is counted, and is no further row.
create unique index security_events_same on security_events
  (hour, network, event, reason, scope, coalesce(actor_id, 0), coalesce(account_id, 0), account, call, md5(detail));
create index security_events_newest on security_events (last_at desc, id desc);
create index security_events_attempts on security_events (hour, network) where is_attempt;
create index security_events_actor on security_events (actor_id) where actor_id is not null;
create index security_events_account on security_events (account_id) where account_id is not null;

create trigger security_events_append_only before update or delete on security_events
  for each row execute function security_events_guard();
create trigger security_events_not_emptied before truncate on security_events
  for each statement execute function security_events_guard();

-- Adds one entry or counts the one that says the same. Attempts are bounded, whatever comes in: 50 rows of one network in
-- an hour, 1 000 of all networks; what is beyond is counted in a row of the network, or of all.
create function security_record(
  event_name text, event_reason text, attempt boolean, by_user bigint, of_user bigint, of_account text,
  from_address text, from_network text, of_call text, with_detail text, how_often bigint
) returns void language plpgsql security definer as $$
declare
  this_hour timestamptz := date_trunc('hour', now());
  found_scope text := 'ONE';
begin
  -- A token may name an account of a database that was replaced since.
  of_user := (select u.id from users u where u.id = of_user);
  if attempt and not exists (
    select from security_events e
     where e.hour = this_hour and e.network = from_network and e.event = event_name and e.reason = event_reason
       and e.scope = 'ONE' and coalesce(e.actor_id, 0) = coalesce(by_user, 0)
       and coalesce(e.account_id, 0) = coalesce(of_user, 0) and e.account = of_account and e.call = of_call
       and md5(e.detail) = md5(with_detail)
  ) then
    if (select count(*) from (select from security_events e where e.is_attempt and e.hour = this_hour limit 1000) counted) >= 1000 then
      found_scope := 'ALL';
      from_address := '';
      from_network := '';
    elsif (select count(*) from (select from security_events e
            where e.is_attempt and e.hour = this_hour and e.network = from_network limit 50) counted) >= 50 then
      found_scope := 'NETWORK';
    end if;
    if found_scope <> 'ONE' then
      by_user := null;
      of_user := null;
      of_account := '';
      of_call := '';
      with_detail := '';
    end if;
  end if;
  insert into security_events as known
    (event, reason, is_attempt, actor_id, account_id, account, address, network, call, detail, scope, times, hour, first_at, last_at)
  values (event_name, event_reason, attempt, by_user, of_user, of_account, from_address, from_network, of_call, with_detail,
          found_scope, how_often, this_hour, now(), now())
  on conflict (hour, network, event, reason, scope, coalesce(actor_id, 0), coalesce(account_id, 0), account, call, md5(detail))
  do update set times = known.times + excluded.times, last_at = greatest(known.last_at, excluded.last_at);
end $$;

-- Removes entries that are older than so many days, which are at least 30; returns how many there were.
create function security_forget(older_than_days integer) returns bigint language plpgsql security definer as $$
declare
  removed bigint;
begin
  delete from security_events where last_at < now() - make_interval(days => greatest(older_than_days, 30));
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Shop: settings, reports and disk use --------------------------------------------------------------------------------

-- What administrators set on their pages: one row.
create table application_configuration (
  only_one boolean primary key default true check (only_one),
  header_banner_text text,
  uploader_text text,
  -- Null: the product's own.
  shop_name text,
  logo_url text,
  -- When the shop works; null: the value of the settings applies.
  shop_hours text,
  shop_holidays text,
  shop_time_zone text,
  -- What an administrator has decided about each service of others that a shop may offer; null: nothing yet.
  google_use text check (google_use = 'NOT_USED'),
  gain_use text check (gain_use = 'NOT_USED'),
  social_use text check (social_use = 'NOT_USED'),
  chat_use text check (chat_use = 'NOT_USED')
);

create trigger application_configuration_note_changes after update on application_configuration
  for each row execute function note_changes();

insert into application_configuration default values;

-- What guides the administrator of an empty portal: one row.
create table first_start (
  only_one boolean primary key default true check (only_one),
  dismissed_at timestamptz,
  -- The newest mail that an administrator sent to try mails out.
  test_mail_id bigint references mails (id) on delete set null,
  -- A backup that an administrator wants now; null: there is none to make.
  backup_requested_at timestamptz
);

insert into first_start default values;

-- The settings of the shop, where statements can read them; a start of the server writes them (features/shop/reports).
create table report_settings (
  only_one boolean primary key default true check (only_one),
  -- Whose months are counted.
  time_zone text,
  -- [{day, opens, closes}], in minutes after midnight; 1 is Monday.
  openings jsonb not null default '[]',
  holidays text[] not null default '{}',
  -- Open minutes within which a file is on time; null: there is no target.
  target_minutes integer
);

insert into report_settings (time_zone) values ('UTC');

-- Minutes of opening hours between two moments: one row, so that it becomes a part of the statement that asks.
create function open_minutes(since timestamptz, until timestamptz) returns table (minutes integer) language sql stable as $$
  select coalesce(round(sum(extract(epoch from least(h.closes_at, until) - greatest(h.opens_at, since)) / 60)), 0)::integer
    from report_settings s
   cross join lateral generate_series((since at time zone coalesce(s.time_zone, 'UTC'))::date::timestamp,
                                      (until at time zone coalesce(s.time_zone, 'UTC'))::date::timestamp, '1 day') d (at)
   cross join lateral (
     select (d.at + make_interval(mins => o.opens)) at time zone coalesce(s.time_zone, 'UTC') as opens_at,
            (d.at + make_interval(mins => o.closes)) at time zone coalesce(s.time_zone, 'UTC') as closes_at
       from jsonb_to_recordset(s.openings) as o (day integer, opens integer, closes integer)
      where o.day = extract(isodow from d.at)
   ) h
   where h.closes_at > since and h.opens_at < until
     and (s.holidays = '{}' or (to_char(d.at, 'YYYY-MM-DD') <> all (s.holidays) and to_char(d.at, 'MM-DD') <> all (s.holidays)))
$$;

-- What of the price of a file was for which of its solutions, by their prices in the catalogue when it was paid.
create table paid_solutions (
  file_id bigint not null references files (id),
  solution_id bigint not null,
  amount_cents bigint not null,
  paid_at timestamptz not null,
  refunded_at timestamptz,
  primary key (file_id, solution_id)
);

create index paid_solutions_paid on paid_solutions (paid_at) include (solution_id, amount_cents);
create index paid_solutions_refunded on paid_solutions (refunded_at) include (solution_id, amount_cents)
  where refunded_at is not null;

-- Whole cents that together are the total: each ends where the next one begins.
create function solution_shares(shared_file bigint, total bigint) returns table (solution_id bigint, amount_cents bigint)
language sql stable as $$
  select added.id, (round(total * so_far / whole) - round(total * (so_far - weight) / whole))::bigint
    from (select weighted.id, weight, sum(weight) over (order by weighted.id) as so_far, sum(weight) over () as whole
            from (select s.id, case when sum(s.credits) over () = 0 then 1 else s.credits end::numeric as weight
                    from files f join solutions s on s.id = any (f.solution_ids) where f.id = shared_file) weighted) added
$$;

-- Of the users with the most bytes, replaced once a day (features/shop/disk-use).
create table user_stored_bytes (
  user_id bigint primary key,
  original_bytes bigint not null default 0,
  modified_bytes bigint not null default 0,
  further_bytes bigint not null default 0,
  attachment_bytes bigint not null default 0,
  dtc_off_bytes bigint not null default 0,
  object_count bigint not null default 0,
  total_bytes bigint not null generated always as
    (original_bytes + modified_bytes + further_bytes + attachment_bytes + dtc_off_bytes) stored
);

-- Stored bytes of each kind, with the time at which they were added up or measured: once a day.
create table measured_bytes (
  kind text primary key check (kind in (
    'ORIGINAL', 'MODIFIED', 'FURTHER', 'ATTACHMENT', 'DTC_OFF', 'MEDIA', 'QUARANTINE', 'BACKUPS'
  )),
  byte_count bigint not null,
  object_count bigint not null,
  measured_at timestamptz not null
);

-- Bytes that were given up on purpose. A row that named them names one of these keys instead, for which nothing is stored:
-- it stays as the record of what there was, no check misses a file, and no reader moves the bytes back from quarantine.
create table removed_bytes (
  key text primary key,
  reason text not null check (reason in ('RETENTION', 'ERASURE')),
  removed_at timestamptz not null default now()
);

-- Every record that names stored bytes. A key that stands in removed_bytes has none.
create view recorded_bytes as
  select kind, user_id, size_bytes
    from (
      select h.kind, f.user_id, h.file_key, h.size_bytes from file_history h join files f on f.id = h.file_id
      union all
      select 'FURTHER', f.user_id, m.file_key, m.size_bytes from further_files m join files f on f.id = m.file_id
      union all
      select 'ATTACHMENT', t.user_id, m.file_key, m.file_size_bytes
        from ticket_messages m join tickets t on t.id = m.ticket_id where m.file_key is not null
      union all
      select 'DTC_OFF', user_id, file_key, file_size_bytes from ai_sessions
      union all
      select 'MEDIA', null, file_key, size_bytes from media_files
    ) named
   where not exists (select from removed_bytes r where r.key = named.file_key);

-- Installation and operation ------------------------------------------------------------------------------------------

-- One row; the data folder holds the same id and the same copy_id. A restore makes another copy of the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  copy_id uuid not null,
  created_at timestamptz not null default now(),
  -- Moved to another database (`npm run admin move-to`): where, without the password. Nothing starts on this one any more.
  moved_at timestamptz,
  moved_to text,
  -- When the stored files were last compared with the rows that reference them.
  storage_swept_at timestamptz,
  -- When all counts and sums were last compared with the rows.
  counts_checked_at timestamptz,
  -- The version that last started on it; null: not recorded. An older program names it when it refuses the tables.
  program_version text,
  disk_measured_at timestamptz,
  check ((moved_at is null) = (moved_to is null))
);

-- Encrypted with a key that is not in the database (server/secrets.ts).
create table secrets (
  name text primary key,
  key_id text not null,
  body bytea not null
);

-- Backups, made or failed.
create table backup_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Null: it failed.
  name text,
  files integer not null default 0,
  new_files integer not null default 0,
  copied_bytes bigint not null default 0,
  -- A backup in one file counts as a backup, and not as one of the target's.
  is_file boolean not null default false
);

-- Each check of the stored files.
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

-- What is wrong with the portal itself, until it is not: on the administrator's dashboard and, as its kind only, in the
-- health report. One row for each kind; `details` are the values of its sentence.
create table operator_notices (
  kind text primary key,
  details jsonb not null default '{}',
  -- What it is about, as [{"text": …, "to": … or null}].
  items jsonb not null default '[]',
  raised_at timestamptz not null default now()
);

-- Limits, and what processes share ------------------------------------------------------------------------------------

-- One row for each subject, such as 'messages:user:17'. A period begins with its first use; a use after its end begins
-- the next one.
create table allowances (
  subject text primary key,
  ends_at timestamptz not null,
  uses bigint not null,
  bytes bigint not null
);

create index allowances_ends_at on allowances (ends_at);

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

-- After a crash of the database, streams are opened and work is asked for again. A process renews its lease; what it
-- holds counts for as long.
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

-- Functions with the owner's rights ------------------------------------------------------------------------------------

-- The role that the server connects with owns nothing, and only reads the ledger and the security log. The functions with
-- `security definer` run with the owner's rights and are its only way to write there (server/database/server-role.ts lists
-- who may call what). What runs with the owner's rights must find our tables and no one else's.
revoke execute on function
  credit_post, credit_hold, credit_sign, credit_account_open, security_record, security_forget
from public;

do $$
declare
  name regprocedure;
begin
  for name in
    select p.oid::regprocedure from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.proname = any (
       '{credit_post, credit_hold, credit_sign, credit_account_open, security_record, security_forget}')
  loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;
