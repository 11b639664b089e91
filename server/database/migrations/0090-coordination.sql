-- Who works on what -----------------------------------------------------------------------------------------------------

-- A file and its ticket are one job: both have the assignee of the file.
alter table files add column assignee_id bigint references users (id);
alter table tickets add column assignee_id bigint references users (id);

-- Since when a file is in its status, and since when the customer of a ticket waits for a reply.
alter table files add column status_since timestamptz not null default now();
alter table tickets add column awaits_reply_since timestamptz;

update files set status_since = case status when 'PENDING' then created_at else updated_at end
 where status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and deleted_at is null;
update tickets t set awaits_reply_since = (
  select m.created_at from ticket_messages m where m.ticket_id = t.id order by m.id desc limit 1)
 where awaits_reply and status = 'OPEN' and deleted_at is null;

create function note_status_since() returns trigger language plpgsql as $$
begin
  new.status_since := now();
  return new;
end $$;

create trigger files_note_status_since before update of status on files
  for each row when (old.status is distinct from new.status) execute function note_status_since();

create function note_awaits_reply_since() returns trigger language plpgsql as $$
begin
  new.awaits_reply_since := case when new.awaits_reply then now() end;
  return new;
end $$;

create trigger tickets_note_awaits_reply_since before update of awaits_reply on tickets
  for each row when (old.awaits_reply is distinct from new.awaits_reply) execute function note_awaits_reply_since();

create function pass_on_assignee() returns trigger language plpgsql as $$
begin
  update tickets set assignee_id = new.assignee_id
   where file_id = new.id and assignee_id is distinct from new.assignee_id;
  return null;
end $$;

create trigger files_pass_on_assignee after update of assignee_id on files
  for each row when (old.assignee_id is distinct from new.assignee_id) execute function pass_on_assignee();

create function take_assignee_of_file() returns trigger language plpgsql as $$
begin
  new.assignee_id := (select f.assignee_id from files f where f.id = new.file_id);
  return new;
end $$;

create trigger tickets_take_assignee before insert on tickets
  for each row execute function take_assignee_of_file();

-- Who is gone, locked or has another role cannot go on: what they had in work is for anybody again.
create index files_of_assignee on files (assignee_id, id) where assignee_id is not null and deleted_at is null
  and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED');

create function release_work() returns trigger language plpgsql as $$
begin
  update files set assignee_id = null
   where assignee_id = new.id and deleted_at is null and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED');
  return null;
end $$;

create trigger users_release_work after update of role, status, deleted_at on users
  for each row when ((old.role, old.status, old.deleted_at) is distinct from (new.role, new.status, new.deleted_at))
  execute function release_work();

-- What waits for staff, by whom and since when: counted for every open menu of theirs.
create index files_for_staff on files (assignee_id, id)
  where ((status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null)
         or (revision_since is not null and status = 'PROCESSED')) and deleted_at is null;
create index files_for_staff_by_age on files (status, coalesce(revision_since, status_since))
  where ((status in ('PENDING', 'IN_PROGRESS', 'PROCESSED') and price_status = 'UNPAID' and feasible is null)
         or (revision_since is not null and status = 'PROCESSED')) and deleted_at is null;
create index tickets_for_staff on tickets (assignee_id, id)
  where awaits_reply and status = 'OPEN' and deleted_at is null;
create index tickets_for_staff_by_age on tickets (awaits_reply_since)
  where awaits_reply and status = 'OPEN' and deleted_at is null;

-- Who has which file open. Unlogged: a lease is renewed every few seconds, and is of no use a minute later.
create unlogged table presences (
  session_id text not null,
  file_id bigint not null,
  user_id bigint not null,
  ends_at timestamptz not null,
  primary key (session_id, file_id)
);

create index presences_by_end on presences (ends_at);

-- Only who comes and who goes is announced, not every renewal.
create function announce_presences() returns trigger language plpgsql as $$
begin
  perform announce(null, 'work', 0) where exists (select from changed_rows);
  return null;
end $$;

create trigger presences_announce_new after insert on presences
  referencing new table as changed_rows for each statement execute function announce_presences();
create trigger presences_announce_ended after delete on presences
  referencing old table as changed_rows for each statement execute function announce_presences();
