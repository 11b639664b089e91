-- Announcements ------------------------------------------------------------------------------------------------------

-- Whoever changes what browsers ask for every few seconds announces it with the same commit, so that no verb can forget
-- it. `user_id` is whom it concerns; of files and tickets administrators get them as well (server/events/event-feed.ts).
create function announce(user_id bigint, what text, id bigint) returns void language sql as $$
  select pg_notify('portal_news', json_build_object('user', user_id, 'what', what, 'id', id)::text)
$$;

create function announce_file() returns trigger language plpgsql as $$
begin
  perform announce(new.user_id, 'file', new.id);
  return null;
end $$;

create trigger files_announce after insert or update on files for each row execute function announce_file();

create function announce_ticket() returns trigger language plpgsql as $$
begin
  perform announce(f.user_id, 'ticket', new.id) from files f where f.id = new.file_id;
  return null;
end $$;

create trigger tickets_announce after insert or update on tickets for each row execute function announce_ticket();

create function announce_message() returns trigger language plpgsql as $$
begin
  perform announce(f.user_id, 'ticket', t.id) from tickets t join files f on f.id = t.file_id where t.id = new.ticket_id;
  return null;
end $$;

create trigger ticket_messages_announce after insert or update on ticket_messages
  for each row execute function announce_message();

-- The balance and the notifications come with the user.
create function announce_user() returns trigger language plpgsql as $$
begin
  perform announce(new.user_id, 'user', new.user_id);
  return null;
end $$;

create trigger credit_accounts_announce after update on credit_accounts
  for each row when (new.user_id is not null and old.balance_cents is distinct from new.balance_cents)
  execute function announce_user();

create trigger notification_recipients_announce after insert or update on notification_recipients
  for each row execute function announce_user();
