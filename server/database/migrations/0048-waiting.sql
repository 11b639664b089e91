-- What waits for somebody ------------------------------------------------------------------------------------------------

-- Counted for every open menu, so each count reads an index that has what waits and nothing else.

-- Who has written last decides for whom a ticket waits. It is written into the ticket: looking for the last message of
-- every open ticket takes longer the more of them there are.
alter table tickets add column awaits_reply boolean not null default false;
alter table tickets add column has_unread_reply boolean not null default false;

-- A reply from before this migration counts as read.
update tickets t set awaits_reply = true
  from files f
  join lateral (
    select m.user_id from tickets o join ticket_messages m on m.ticket_id = o.id
     where o.file_id = f.id order by m.id desc limit 1
  ) newest on newest.user_id = f.user_id
 where f.id = t.file_id;

create function note_last_writer() returns trigger language plpgsql as $$
begin
  update tickets t
     set awaits_reply = newest.by_customer, has_unread_reply = not newest.by_customer
    from (
      select distinct on (m.ticket_id) m.ticket_id, m.user_id = f.user_id as by_customer
        from new_rows m join tickets o on o.id = m.ticket_id join files f on f.id = o.file_id
       order by m.ticket_id, m.id desc
    ) newest
   where t.id = newest.ticket_id
     and (t.awaits_reply, t.has_unread_reply) is distinct from (newest.by_customer, not newest.by_customer);
  return null;
end $$;

create trigger ticket_messages_note_last_writer after insert on ticket_messages
  referencing new table as new_rows for each statement execute function note_last_writer();

create index tickets_awaiting_reply on tickets (id) where awaits_reply and status = 'OPEN' and deleted_at is null;
create index tickets_unread_reply on tickets (file_id) where has_unread_reply and deleted_at is null;
create index files_awaiting_offer on files (id)
  where status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null
    and deleted_at is null;
create index files_awaiting_customer on files (user_id)
  where status in ('IN_PROGRESS', 'PROCESSED') and feasible = 'POSSIBLE' and deleted_at is null;
create index payment_messages_to_review on payment_messages (id) where outcome = 'REVIEW' and reviewed_at is null;
