-- The role that the server connects with owns nothing and may only read the ledger. These functions run with the
-- owner's rights and are its only way to write there; `server/database/privileges.ts` lists who may call what.

-- Posts one business event: the journal, and per line the customer's entry with the house's on the other side.
-- One row per line, with what the account was before; no row when the key was posted before.
-- TD001: an account would fall below zero. TD004: spending is stopped. TD005: the customer has no such account.
create function credit_post(
  event_key text, event_source text, overdraw boolean, event_file bigint, event_payment text, event_note text,
  event_test boolean, event_user bigint, event_request text,
  line_users bigint[], line_units text[], line_cents bigint[]
) returns table (
  journal_id bigint, created_us bigint, account_id bigint, amount_cents bigint, sequence bigint,
  balance_after_cents bigint, seal bytea, previous_seal bytea
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
                        entry.amount_cents, entry.sequence, entry.balance_after_cents, entry.seal, account.seal;
  end loop;
end $$;

-- Both accounts of a customer, held until the transaction ends, in the order in which every journal moves them.
create function credit_hold(holder bigint) returns setof credit_accounts language plpgsql security definer as $$
begin
  return query select * from credit_accounts where user_id = holder order by id for no key update;
end $$;

-- A new user gets empty accounts, whoever adds the user.
alter function credit_account_open() security definer;

revoke execute on function
  credit_post(text, text, boolean, bigint, text, text, boolean, bigint, text, bigint[], text[], bigint[]),
  credit_hold(bigint), credit_account_open()
from public;

-- What runs with the owner's rights must find our tables and no one else's.
do $$
declare
  name regprocedure;
begin
  for name in
    select p.oid::regprocedure from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.prosecdef
       and p.proname in ('credit_post', 'credit_hold', 'credit_account_open')
  loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;
