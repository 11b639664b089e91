-- A change of many rows is announced once ------------------------------------------------------------------------------

-- One notification of each row made mass changes several times slower than the change itself, and every administrator's
-- browser was sent all of them. More than 100 rows of one statement are announced as 'everything': each browser asks once
-- for what it shows.

drop trigger files_announce on files;
drop function announce_file();

create function announce_files() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from new_rows limit 101) counted) > 100 then
    perform announce(null, 'everything', 0);
  else
    perform announce(user_id, 'file', id) from new_rows;
  end if;
  return null;
end $$;

create trigger files_announce_new after insert on files
  referencing new table as new_rows for each statement execute function announce_files();
create trigger files_announce_changed after update on files
  referencing new table as new_rows for each statement execute function announce_files();

drop trigger tickets_announce on tickets;
drop function announce_ticket();

create function announce_tickets() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from new_rows limit 101) counted) > 100 then
    perform announce(null, 'everything', 0);
  else
    perform announce(f.user_id, 'ticket', t.id) from new_rows t join files f on f.id = t.file_id;
  end if;
  return null;
end $$;

create trigger tickets_announce_new after insert on tickets
  referencing new table as new_rows for each statement execute function announce_tickets();
create trigger tickets_announce_changed after update on tickets
  referencing new table as new_rows for each statement execute function announce_tickets();
