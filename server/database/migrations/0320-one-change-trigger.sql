-- The trigger that notes what has changed also tells webhooks of it, and when a user has changed: a table has one trigger
-- for all of it, and `note_changes` is the one list of what follows from a change.

drop trigger users_note_changes on users;
drop trigger users_set_updated_at on users;
drop trigger files_post_webhooks_new on files;
drop trigger files_post_webhooks on files;
drop trigger tickets_post_webhooks_new on tickets;
drop trigger tickets_post_webhooks on tickets;
drop trigger ticket_messages_post_webhooks on ticket_messages;
drop trigger payment_messages_post_webhooks on payment_messages;
drop trigger credit_entries_post_webhooks on credit_entries;
drop function post_file_webhooks, post_ticket_webhooks, post_message_webhooks, post_payment_webhooks, post_credit_webhooks,
  post_webhooks;

-- Adds a message about each of these events to every webhook that asks for it; null is no event.
create function post_webhooks(events text[], about jsonb) returns void language plpgsql as $$
declare
  told text;
begin
  foreach told in array events loop
    insert into webhook_deliveries (webhook_id, type, data)
    select id, told, about from webhooks w where disabled_at is null and told = any (w.events)
      -- One that is being deleted is waited for, and skipped.
      for key share;
  end loop;
end $$;

-- Ids, states and amounts: no text that a person has written. `was` is null for a new row.
create function post_file_webhooks(was files, file files) returns void language plpgsql as $$
declare
  events constant text[] := array_remove(case when was.id is null then array['file.created'] else array[
    case when was.deleted_at is null and file.deleted_at is not null then 'file.deleted' end,
    case when was.deleted_at is not null and file.deleted_at is null then 'file.restored' end,
    case when file.mod_file_key is not null and file.mod_file_key is distinct from was.mod_file_key
         then 'file.modified_file_attached' end,
    case when (file.feasible, file.price_cents) is distinct from (was.feasible, was.price_cents) then 'file.priced' end,
    case when file.price_status = 'PAID' and was.price_status <> 'PAID' then 'file.paid' end,
    case when file.price_status = 'REFUNDED' and was.price_status <> 'REFUNDED' then 'file.refunded' end,
    case when file.delivered_at is not null and was.delivered_at is null then 'file.delivered' end,
    case when file.revision_since is not null and was.revision_since is null then 'file.change_requested' end,
    case when file.revision_since is null and was.revision_since is not null then 'file.change_settled' end,
    case when file.assignee_id is distinct from was.assignee_id then 'file.assigned' end,
    case when file.further_files > was.further_files then 'file.further_file_added' end
  ] end, null);
  about jsonb;
begin
  if events = '{}' and (file.status <> was.status) is not true then return; end if;
  about := jsonb_build_object(
    'id', file.id, 'file_id', file.file_id, 'user_id', file.user_id, 'status', file.status,
    'price_status', file.price_status, 'feasible', file.feasible, 'price', file.price_cents / 100.0,
    'assignee_id', file.assignee_id, 'further_files', file.further_files);
  if file.status <> was.status then
    perform post_webhooks('{file.status_changed}', about || jsonb_build_object('previous_status', was.status));
  end if;
  perform post_webhooks(events, about);
end $$;

create function post_ticket_webhooks(was tickets, ticket tickets) returns void language plpgsql as $$
begin
  perform post_webhooks(
    array[case when was.id is null then 'ticket.opened'
               when ticket.status = 'CLOSED' then 'ticket.closed' else 'ticket.reopened' end],
    jsonb_build_object(
      'id', ticket.id, 'ticket_id', ticket.ticket_id, 'file_id', ticket.file_id, 'user_id', ticket.user_id,
      'status', ticket.status, 'assignee_id', ticket.assignee_id));
end $$;

-- A notice that nobody vouches for (REJECTED) may come from anybody, and is no event.
create function post_payment_webhooks(was payment_messages, notice payment_messages) returns void language plpgsql as $$
begin
  if notice.outcome is null or notice.outcome = 'REJECTED'
     or (notice.outcome, notice.reviewed_at) is not distinct from (was.outcome, was.reviewed_at) then
    return;
  end if;
  perform post_webhooks(
    array[case when notice.outcome is distinct from was.outcome then 'payment.settled' end,
          case when notice.reviewed_at is not null and was.reviewed_at is null then 'payment.reviewed' end],
    jsonb_build_object(
      'id', notice.id, 'provider', notice.provider, 'transaction_id', notice.transaction_id, 'event', notice.event,
      'outcome', notice.outcome, 'amount', notice.amount_cents / 100.0, 'currency', notice.currency,
      'user_id', notice.user_id, 'file_id', notice.file_id, 'is_test', notice.is_test));
end $$;

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

create trigger users_note_changes before insert or update or delete on users for each row execute function note_changes();
create trigger payment_messages_note_changes after update on payment_messages
  for each row execute function note_changes();

-- What lists and reports read of an entry, written with it, and what webhooks are told of it.
create or replace function credit_total_add() returns trigger language plpgsql as $$
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
  perform post_webhooks('{credits.changed}', jsonb_build_object(
    'id', new.id, 'user_id', a.user_id, 'unit', a.unit, 'amount', new.amount_cents / 100.0,
    'balance', new.balance_after_cents / 100.0, 'source', journal.source, 'file_id', journal.file_id,
    'is_test', journal.is_test))
    from credit_accounts a
   where a.id = new.account_id and exists (select from webhooks where 'credits.changed' = any (events));
  return null;
end $$;

-- The role of an older server may do nothing with the new tables: the triggers run with the owner's rights, and nobody
-- can put other tables in their way.
do $$
begin
  execute format('alter function note_changes() set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function
  note_changes, post_webhooks, post_file_webhooks, post_ticket_webhooks, post_payment_webhooks
from public;
