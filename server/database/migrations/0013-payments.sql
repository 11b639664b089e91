-- The inbox of the payment provider -----------------------------------------------------------------------------------

-- What came, byte for byte. The bytes are believed only once the provider has said that they are its own.
create table payment_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('IPN', 'WEBHOOK')),
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
  outcome text check (outcome in ('CREDITED', 'TAKEN_BACK', 'RETURNED', 'NOTED', 'SEEN', 'WAITS', 'REVIEW', 'REJECTED')),
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
  check ((outcome is null) = (settled_at is null)),
  check (outcome is null or verification <> 'WAITING'),
  check (outcome is null or outcome = 'REJECTED' or verification = 'VERIFIED')
);

create index payment_messages_unsettled on payment_messages (id) where outcome is null;
create index payment_messages_transaction on payment_messages (transaction_id);
create index payment_messages_parent on payment_messages (parent_transaction_id);
create index payment_messages_user on payment_messages (user_id, payment_status);

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

-- The ledger's seal ---------------------------------------------------------------------------------------------------

-- Why, in words the account's owner reads; and whether it was only tried out.
alter table credit_journals add column note text;
alter table credit_journals add column is_test boolean not null default false;

create index credit_journals_payment on credit_journals (payment_reference);

-- Each entry of an account is sealed together with the one before it, so that nothing can be changed, taken out, put in
-- or put elsewhere without every later seal being wrong. `npm run ledger:verify` computes all of them anew.
alter table credit_entries add column seal bytea;
alter table credit_accounts add column seal bytea not null default '';

create function credit_seal(previous bytea, account_id bigint, sequence bigint, amount bigint, balance bigint, j credit_journals)
returns bytea language sql stable as $$
  select sha256(previous || convert_to(json_build_array(
    account_id, sequence, amount, balance, j.id, j.key, j.source, j.may_overdraw, j.file_id, j.payment_reference, j.note,
    j.is_test, j.user_id, j.request_id, (extract(epoch from j.created_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

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

alter table credit_entries disable trigger user;
alter table credit_accounts disable trigger user;
select credit_seal_account(id) from credit_accounts where user_id is not null;
alter table credit_entries enable trigger user;
alter table credit_accounts enable trigger user;

-- As in 0002, and it seals.
create or replace function credit_entry_post() returns trigger language plpgsql as $$
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

create or replace view credit_ledger_rows as
  select e.id, a.user_id, u.username, a.unit, j.source, e.amount_cents, e.balance_after_cents, e.sequence,
         f.file_id, j.created_at, j.note, j.is_test
    from credit_entries e
    join credit_accounts a on a.id = e.account_id
    join users u on u.id = a.user_id
    join credit_journals j on j.id = e.journal_id
    left join files f on f.id = j.file_id;
