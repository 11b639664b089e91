-- What an account holds is sealed with a key that is not in the database -------------------------------------------------

-- HMAC-SHA-256 over the account's owner, unit, version, balance and last seal, computed by the program. Whoever can
-- write here can recompute the plain seals of a changed history, and not this one. Null while an account has no entry.
alter table credit_accounts add column mac bytea;
-- Which key.
alter table credit_accounts add column mac_key text;

-- As in 0002; the key's seal alone may change without an entry.
create or replace function credit_account_guard() returns trigger language plpgsql as $$
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

-- As in 0026; each row also says what the account was before, so that the program can verify it before it seals.
drop function credit_post(text, text, boolean, bigint, text, text, boolean, bigint, text, bigint[], text[], bigint[]);
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

revoke execute on function
  credit_post(text, text, boolean, bigint, text, text, boolean, bigint, text, bigint[], text[], bigint[]),
  credit_sign(bigint[], bigint[], bytea[], text)
from public;

do $$
declare
  name regprocedure;
begin
  for name in
    select p.oid::regprocedure from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.prosecdef and p.proname in ('credit_post', 'credit_sign')
  loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;
