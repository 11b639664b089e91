-- The ledger. A balance is what the entries of an account add up to, and nothing but an entry can move it.

create table credit_accounts (
  id bigint generated always as identity primary key,
  -- Null is the house, the other side of every journal. It keeps no balance, so that no two payments wait for one row.
  user_id bigint references users (id),
  unit text not null check (unit in ('MAIN', 'AI')),
  balance_cents bigint not null default 0,
  -- Counts the entries; the entry that made version n has sequence n.
  version bigint not null default 0,
  unique nulls not distinct (user_id, unit)
);

insert into credit_accounts (user_id, unit) values (null, 'MAIN'), (null, 'AI');

create table credit_journals (
  id bigint generated always as identity primary key,
  -- One per business event: a repeated click or payment notice finds it taken.
  key text not null unique,
  source text not null check (source in ('Upload', 'Refund', 'PayPal', 'Admin', 'DTC OFF')),
  -- Only money that a payment provider takes back may leave an account below zero.
  may_overdraw boolean not null default false,
  file_id bigint references files (id),
  payment_reference text,
  -- Who caused it; null is the product itself.
  user_id bigint references users (id),
  request_id text,
  created_at timestamptz not null default now(),
  check (not may_overdraw or source = 'PayPal')
);

create index credit_journals_file on credit_journals (file_id);

create table credit_entries (
  id bigint generated always as identity primary key,
  journal_id bigint not null references credit_journals (id),
  account_id bigint not null references credit_accounts (id),
  amount_cents bigint not null,
  -- What the account held after this entry, and its place in the account's history without gaps; null for the house.
  balance_after_cents bigint,
  sequence bigint,
  unique (journal_id, account_id),
  unique (account_id, sequence)
);

create function credit_account_open() returns trigger language plpgsql as $$
begin
  insert into credit_accounts (user_id, unit) values (new.id, 'MAIN'), (new.id, 'AI');
  return null;
end $$;

create trigger users_open_accounts after insert on users for each row execute function credit_account_open();

-- The one place where a balance moves. SQLSTATE TD001: it would fall below zero.
create function credit_entry_post() returns trigger language plpgsql as $$
begin
  if exists (select from credit_accounts where id = new.account_id and user_id is null) then
    new.balance_after_cents := null;
    new.sequence := null;
    return new;
  end if;
  update credit_accounts a
     set balance_cents = a.balance_cents + new.amount_cents, version = a.version + 1
   where a.id = new.account_id
     and (new.amount_cents >= 0
          or a.balance_cents + new.amount_cents >= 0
          or (select j.may_overdraw from credit_journals j where j.id = new.journal_id))
  returning a.balance_cents, a.version into new.balance_after_cents, new.sequence;
  if not found then
    raise exception 'not enough credits' using errcode = 'TD001';
  end if;
  return new;
end $$;

create trigger credit_entries_post before insert on credit_entries for each row execute function credit_entry_post();

create function credit_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_cents <> 0 or new.version <> 0 then
      raise exception 'an account opens empty' using errcode = 'TD002';
    end if;
  elsif pg_trigger_depth() < 2 then
    raise exception 'a balance moves only through an entry' using errcode = 'TD002';
  end if;
  return new;
end $$;

create trigger credit_accounts_guard before insert or update on credit_accounts
  for each row execute function credit_account_guard();

create function credit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to' using errcode = 'TD002';
end $$;

create trigger credit_entries_append_only before update or delete or truncate on credit_entries
  for each statement execute function credit_refuse_change();
create trigger credit_journals_append_only before update or delete or truncate on credit_journals
  for each statement execute function credit_refuse_change();
create trigger credit_accounts_no_delete before delete or truncate on credit_accounts
  for each statement execute function credit_refuse_change();

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

create constraint trigger credit_entries_balance after insert on credit_entries
  deferrable initially deferred for each row execute function credit_journal_balances();

-- A break that the check of the ledger found. While one is open, nothing may be spent.
create table credit_alarms (
  id bigint generated always as identity primary key,
  finding text not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz
);

create unique index credit_alarms_open on credit_alarms (finding) where cleared_at is null;

create view credit_ledger_rows as
  select e.id, a.user_id, u.username, a.unit, j.source, e.amount_cents, e.balance_after_cents, e.sequence,
         f.file_id, j.created_at
    from credit_entries e
    join credit_accounts a on a.id = e.account_id
    join users u on u.id = a.user_id
    join credit_journals j on j.id = e.journal_id
    left join files f on f.id = j.file_id;

create index credit_entries_account on credit_entries (account_id, id desc);
