-- Addresses of other programs that are told what happens here. The key that signs for them is derived from `key_name` and
-- a secret of the portal, so that no row contains it.
create table webhooks (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  url text not null check (url ~ '^https?://'),
  -- Names of features/webhooks/webhook-events.ts.
  events text[] not null check (cardinality(events) > 0),
  key_name uuid not null default gen_random_uuid(),
  -- The key before the last change also signs until then.
  previous_key_name uuid,
  previous_key_until timestamptz,
  created_at timestamptz not null default now(),
  last_delivered_at timestamptz,
  -- Since when nothing was accepted.
  failing_since timestamptz,
  -- Nothing is sent until then, because the last attempt failed.
  resting_until timestamptz,
  disabled_at timestamptz,
  disabled_for text check (disabled_for in ('FAILURES', 'ADMINISTRATOR')),
  check ((disabled_at is null) = (disabled_for is null)),
  check ((previous_key_name is null) = (previous_key_until is null))
);

-- One message to one webhook, which is also its entry in the log.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  -- The same at every attempt and in a replay, so that a receiver recognises what it has.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  is_replay boolean not null default false,
  -- When a job was made for it (server/jobs.ts).
  queued_at timestamptz,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'GIVEN_UP')),
  attempts integer not null default 0,
  attempted_at timestamptz,
  reply_status integer,
  reply_text text,
  reply_ms integer,
  -- Why there was no reply.
  error text
);

create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_not_queued on webhook_deliveries (id) where queued_at is null;
create index webhook_deliveries_waiting on webhook_deliveries (queued_at) where status = 'WAITING';
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- Adds a message to every webhook that asks for it. Whatever writes to the tables below, also a version of the program
-- that does not know webhooks: messages exist if and only if the change does.
create function post_webhooks(what text, about jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, type, data)
  select id, what, about from webhooks where disabled_at is null and what = any (events)
    -- One that is being deleted is waited for, and skipped.
    for key share
$$;

-- Ids, states and amounts: no text that a person has written.
create function post_file_webhooks() returns trigger language plpgsql security definer as $$
declare
  about jsonb := jsonb_build_object(
    'id', new.id, 'file_id', new.file_id, 'user_id', new.user_id, 'status', new.status,
    'price_status', new.price_status, 'feasible', new.feasible, 'price', new.price_cents / 100.0,
    'assignee_id', new.assignee_id, 'further_files', new.further_files);
begin
  if tg_op = 'INSERT' then
    perform post_webhooks('file.created', about);
    return null;
  end if;
  if old.deleted_at is null and new.deleted_at is not null then
    perform post_webhooks('file.deleted', about);
  end if;
  if old.deleted_at is not null and new.deleted_at is null then
    perform post_webhooks('file.restored', about);
  end if;
  if new.status <> old.status then
    perform post_webhooks('file.status_changed', about || jsonb_build_object('previous_status', old.status));
  end if;
  if new.mod_file_key is not null and new.mod_file_key is distinct from old.mod_file_key then
    perform post_webhooks('file.modified_file_attached', about);
  end if;
  if (new.feasible, new.price_cents) is distinct from (old.feasible, old.price_cents) then
    perform post_webhooks('file.priced', about);
  end if;
  if new.price_status = 'PAID' and old.price_status <> 'PAID' then
    perform post_webhooks('file.paid', about);
  end if;
  if new.price_status = 'REFUNDED' and old.price_status <> 'REFUNDED' then
    perform post_webhooks('file.refunded', about);
  end if;
  if new.delivered_at is not null and old.delivered_at is null then
    perform post_webhooks('file.delivered', about);
  end if;
  if new.revision_since is not null and old.revision_since is null then
    perform post_webhooks('file.change_requested', about);
  end if;
  if new.revision_since is null and old.revision_since is not null then
    perform post_webhooks('file.change_settled', about);
  end if;
  if new.assignee_id is distinct from old.assignee_id then
    perform post_webhooks('file.assigned', about);
  end if;
  if new.further_files > old.further_files then
    perform post_webhooks('file.further_file_added', about);
  end if;
  return null;
end $$;

create function post_ticket_webhooks() returns trigger language plpgsql security definer as $$
declare
  about jsonb := jsonb_build_object(
    'id', new.id, 'ticket_id', new.ticket_id, 'file_id', new.file_id, 'user_id', new.user_id, 'status', new.status,
    'assignee_id', new.assignee_id);
begin
  if tg_op = 'INSERT' then
    perform post_webhooks('ticket.opened', about);
    return null;
  end if;
  if new.status = 'CLOSED' and old.status = 'OPEN' then
    perform post_webhooks('ticket.closed', about);
  end if;
  if new.status = 'OPEN' and old.status = 'CLOSED' then
    perform post_webhooks('ticket.reopened', about);
  end if;
  return null;
end $$;

create function post_message_webhooks() returns trigger language plpgsql security definer as $$
begin
  perform post_webhooks('message.created', jsonb_build_object(
    'id', new.id, 'ticket_id', t.id, 'file_id', t.file_id, 'user_id', t.user_id, 'author_id', new.user_id,
    'is_from_owner', new.user_id = t.user_id, 'has_attachment', new.file_key is not null))
    from tickets t where t.id = new.ticket_id;
  return null;
end $$;

-- A notice that nobody vouches for (REJECTED) may come from anybody, and is no event.
create function post_payment_webhooks() returns trigger language plpgsql security definer as $$
declare
  about jsonb := jsonb_build_object(
    'id', new.id, 'provider', new.provider, 'transaction_id', new.transaction_id, 'event', new.event,
    'outcome', new.outcome, 'amount', new.amount_cents / 100.0, 'currency', new.currency, 'user_id', new.user_id,
    'file_id', new.file_id, 'is_test', new.is_test);
begin
  if new.outcome is distinct from old.outcome then
    perform post_webhooks('payment.settled', about);
  end if;
  if new.reviewed_at is not null and old.reviewed_at is null then
    perform post_webhooks('payment.reviewed', about);
  end if;
  return null;
end $$;

create function post_credit_webhooks() returns trigger language plpgsql security definer as $$
begin
  perform post_webhooks('credits.changed', jsonb_build_object(
    'id', new.id, 'user_id', a.user_id, 'unit', a.unit, 'amount', new.amount_cents / 100.0,
    'balance', new.balance_after_cents / 100.0, 'source', j.source, 'file_id', j.file_id, 'is_test', j.is_test))
    from credit_accounts a, credit_journals j where a.id = new.account_id and j.id = new.journal_id;
  return null;
end $$;

create trigger files_post_webhooks_new after insert on files for each row execute function post_file_webhooks();
create trigger files_post_webhooks after update on files for each row
  when ((new.status, new.price_status, new.feasible, new.price_cents, new.mod_file_key, new.delivered_at,
         new.revision_since, new.assignee_id, new.further_files, new.deleted_at)
        is distinct from
        (old.status, old.price_status, old.feasible, old.price_cents, old.mod_file_key, old.delivered_at,
         old.revision_since, old.assignee_id, old.further_files, old.deleted_at))
  execute function post_file_webhooks();
create trigger tickets_post_webhooks_new after insert on tickets for each row execute function post_ticket_webhooks();
create trigger tickets_post_webhooks after update on tickets for each row
  when (new.status <> old.status) execute function post_ticket_webhooks();
create trigger ticket_messages_post_webhooks after insert on ticket_messages
  for each row execute function post_message_webhooks();
create trigger payment_messages_post_webhooks after update on payment_messages for each row
  when (new.outcome is not null and new.outcome <> 'REJECTED'
        and (new.outcome, new.reviewed_at) is distinct from (old.outcome, old.reviewed_at))
  execute function post_payment_webhooks();
create trigger credit_entries_post_webhooks after insert on credit_entries
  for each row when (new.sequence is not null) execute function post_credit_webhooks();

-- As for the other functions with the owner's rights: nobody can put other tables in their way.
do $$
declare
  name regprocedure;
begin
  for name in select p.oid from pg_proc p
               where p.pronamespace = current_schema()::regnamespace and p.proname like 'post\_%webhooks' loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', name, current_schema());
    execute format('revoke all on function %s from public', name);
  end loop;
end $$;
