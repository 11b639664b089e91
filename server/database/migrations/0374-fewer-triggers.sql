-- A table has one trigger for what follows from a change, and one for what may not be changed.

-- The customer of a renamed colleague is told by `note_changes` as well.
drop trigger users_note_colleague on users;
drop function note_colleague;

create or replace function note_changes() returns trigger language plpgsql security definer as $$
declare
  it record;
begin
  if tg_op = 'DELETE' then it := old; else it := new; end if;
  case tg_table_name
  when 'files' then
    perform note_change('file:' || it.id, it.user_id);
    if tg_op = 'DELETE' or not exists (select from webhooks) then
      null;
    elsif tg_op = 'INSERT' then
      perform post_file_webhooks(null, new);
    else
      perform post_file_webhooks(old, new);
    end if;
  when 'tickets' then
    perform note_change('ticket:' || it.id, it.user_id);
    if tg_op = 'INSERT' then
      perform post_ticket_webhooks(null, new);
    elsif tg_op = 'UPDATE' and new.status <> old.status then
      perform post_ticket_webhooks(old, new);
    end if;
  when 'ticket_messages' then
    perform note_change('ticket:' || t.id, t.user_id) from tickets t where t.id = it.ticket_id;
    if tg_op = 'INSERT' and exists (select from webhooks where 'message.created' = any (events)) then
      perform post_webhooks('{message.created}', jsonb_build_object(
        'id', new.id, 'ticket_id', t.id, 'file_id', t.file_id, 'user_id', t.user_id, 'author_id', new.user_id,
        'is_from_owner', new.user_id = t.user_id, 'has_attachment', new.file_key is not null))
        from tickets t where t.id = new.ticket_id;
    end if;
  when 'payment_messages' then
    perform post_payment_webhooks(old, new);
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
      -- Programs ask for the users who have changed since a time.
      if new.updated_at = old.updated_at then
        new.updated_at := now();
      end if;
      perform note_change('user:' || old.id, old.id);
      -- What is read for a customer names the colleagues.
      if new.company_id is not null and new.username <> old.username then
        perform note_change('user:' || new.company_id, new.company_id);
      end if;
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
  -- Only a trigger before the change, that of users, has a use for it.
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- What runs with the owner's rights finds our tables and no one else's.
do $$
begin
  execute format('alter function note_changes() set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;

-- A colleague holds no credits: whatever posts to their accounts is refused. TD006: it would.
drop trigger credit_accounts_of_colleagues on credit_accounts;
drop function credit_refuse_colleague;

-- Only the seal with the key may change without an entry.
create or replace function credit_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_cents <> 0 or new.version <> 0 then
      raise exception 'an account opens empty' using errcode = 'TD002';
    end if;
  elsif pg_trigger_depth() < 2 and (new.id, new.user_id, new.unit, new.balance_cents, new.version, new.seal)
        is distinct from (old.id, old.user_id, old.unit, old.balance_cents, old.version, old.seal) then
    raise exception 'a balance moves only through an entry' using errcode = 'TD002';
  elsif new.balance_cents <> old.balance_cents
        and exists (select from users where id = new.user_id and company_id is not null) then
    raise exception 'a colleague holds no credits' using errcode = 'TD006';
  end if;
  return new;
end $$;

-- What is added up and found by source comes with the entry, in the statement that makes it; nothing else can write it.
-- A total goes on with further entries; where and when an entry belongs never changes.
create function credit_written_by_entry() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') or tg_op = 'UPDATE' and tg_table_name = 'credit_entry_facets' then
    raise exception 'the ledger is only added to' using errcode = 'TD002';
  elsif pg_trigger_depth() < 2 then
    raise exception 'only an entry writes %', tg_table_name using errcode = 'TD002';
  end if;
  return null;
end $$;

drop trigger credit_totals_guard on credit_totals;
drop trigger credit_totals_no_delete on credit_totals;
drop trigger credit_entry_facets_guard on credit_entry_facets;
drop trigger credit_entry_facets_append_only on credit_entry_facets;
drop function credit_total_guard, credit_facets_guard;

create trigger credit_totals_guard before insert or update or delete or truncate on credit_totals
  for each statement execute function credit_written_by_entry();
create trigger credit_entry_facets_append_only before insert or update or delete or truncate on credit_entry_facets
  for each statement execute function credit_written_by_entry();
