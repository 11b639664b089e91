-- What is unread, of which file, and on which ways its user is notified of it ----------------------------------------------

-- Null: an administrator's own text, or about no file. Entries go with the file they are about as notices without one.
alter table notifications
  add column kind text check (
    kind in ('REPLY', 'PRICE', 'STATUS', 'READY', 'CUSTOMER_MESSAGE', 'NEW_FILE', 'CHANGE_REQUEST')),
  add column file_id bigint references files (id) on delete set null;

create index notifications_file on notifications (file_id) where file_id is not null;

-- What a user has chosen other than the portal's own choice (portal/messaging/unread.list.ts).
create table notification_choices (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (
    kind in ('REPLY', 'PRICE', 'STATUS', 'READY', 'CUSTOMER_MESSAGE', 'NEW_FILE', 'CHANGE_REQUEST')),
  by_mail boolean not null,
  by_push boolean not null,
  primary key (user_id, kind)
);

-- A reply that is read in the list of notifications is read in its ticket as well, whatever marked it.
create function note_read_replies() returns trigger language plpgsql as $$
begin
  update tickets t set has_unread_reply = false
    from old_rows o
    join new_rows r using (user_id, notification_id)
    join notifications n on n.id = r.notification_id
   where o.read_at is null and r.read_at is not null and n.kind = 'REPLY'
     and t.file_id = n.file_id and t.user_id = r.user_id and t.has_unread_reply;
  return null;
end $$;

create trigger notification_recipients_note_read_replies after update on notification_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_read_replies();
