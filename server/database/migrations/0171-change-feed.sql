-- The change feed (docs/decisions/007-events-and-service-worker.md) --------------------------------------------------------

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

create trigger files_note_changes after insert or update or delete on files for each row execute function note_changes();
create trigger tickets_note_changes after insert or update or delete on tickets
  for each row execute function note_changes();
create trigger ticket_messages_note_changes after insert or update on ticket_messages
  for each row execute function note_changes();
create trigger tag_links_note_changes after insert or update or delete on tag_links
  for each row execute function note_changes();
create trigger credit_accounts_note_changes after update on credit_accounts
  for each row execute function note_changes();
create trigger notifications_note_changes after update or delete on notifications
  for each row execute function note_changes();
create trigger notification_recipients_note_changes after insert or update or delete on notification_recipients
  for each row execute function note_changes();
create trigger users_note_changes after insert or update or delete on users for each row execute function note_changes();
create trigger sessions_note_changes after insert or update or delete on sessions
  for each row execute function note_changes();
create trigger presences_note_changes after insert or delete on presences for each row execute function note_changes();
create trigger application_configuration_note_changes after update on application_configuration
  for each row execute function note_changes();
create trigger solutions_note_changes after insert or update on solutions for each row execute function note_changes();
create trigger solution_images_note_changes after insert or update or delete on solution_images
  for each row execute function note_changes();
create trigger login_media_note_changes after insert or update or delete on login_media
  for each row execute function note_changes();

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
