-- The security log: refused sign-ins, tokens and calls, limits, and changes of who has access. The server's role only
-- reads the table and adds to it with security_record; nothing is removed before it is 30 days old.

create table security_events (
  id bigint generated always as identity primary key,
  -- As portal/security spells them.
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

revoke execute on function
  security_record(text, text, boolean, bigint, bigint, text, text, text, text, text, bigint), security_forget(integer)
from public;

-- What runs with the owner's rights must find our tables and no one else's.
do $$
declare
  name regprocedure;
begin
  for name in
    select p.oid::regprocedure from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.proname in ('security_record', 'security_forget')
  loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;
