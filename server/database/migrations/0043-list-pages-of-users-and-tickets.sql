-- How many users and tickets there are, as in 0042 -----------------------------------------------------------------------

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'users', array[role, status], count(*) from new_rows where deleted_at is null group by 2;
  return null;
end $$;

create function count_changed_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'users', facets, sum(counted)
    from (
      select array[role, status] as facets, 1 as counted from new_rows where deleted_at is null
      union all
      select array[role, status], -1 from old_rows where deleted_at is null
    ) changes group by facets having sum(counted) <> 0;
  return null;
end $$;

create function count_removed_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'users', array[role, status], -count(*) from old_rows where deleted_at is null group by 2;
  return null;
end $$;

create trigger users_count_new after insert on users
  referencing new table as new_rows for each statement execute function count_new_users();
create trigger users_count_changed after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_users();
create trigger users_count_removed after delete on users
  referencing old table as old_rows for each statement execute function count_removed_users();

insert into list_counts (list, facets, row_count)
select 'users', array[role, status], count(*) from users where deleted_at is null group by 2;

create index users_by_email on users (lower(email), id) where deleted_at is null;
create index users_by_country on users (lower(country), id) where deleted_at is null;
create index users_by_role on users (role, id) where deleted_at is null;
create index users_by_status on users (status, id) where deleted_at is null;
create index credit_accounts_by_balance on credit_accounts (unit, balance_cents, user_id);

-- A ticket goes with its file. It is written into the ticket, so that counting it and closing it at the same time are
-- two changes of one row, one after the other.
alter table tickets add column deleted_at timestamptz;
update tickets t set deleted_at = f.deleted_at from files f where f.id = t.file_id and f.deleted_at is not null;

create function delete_ticket_of_file() returns trigger language plpgsql as $$
begin
  update tickets set deleted_at = new.deleted_at where file_id = new.id and deleted_at is distinct from new.deleted_at;
  return null;
end $$;

create trigger files_delete_ticket after update of deleted_at on files for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function delete_ticket_of_file();

create function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'tickets', array[status], count(*) from new_rows where deleted_at is null group by 2;
  return null;
end $$;

create function count_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'tickets', facets, sum(counted)
    from (
      select array[status] as facets, 1 as counted from new_rows where deleted_at is null
      union all
      select array[status], -1 from old_rows where deleted_at is null
    ) changes group by facets having sum(counted) <> 0;
  return null;
end $$;

create function count_removed_tickets() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'tickets', array[status], -count(*) from old_rows where deleted_at is null group by 2;
  return null;
end $$;

create trigger tickets_count_new after insert on tickets
  referencing new table as new_rows for each statement execute function count_new_tickets();
create trigger tickets_count_changed after update on tickets
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_tickets();
create trigger tickets_count_removed after delete on tickets
  referencing old table as old_rows for each statement execute function count_removed_tickets();

insert into list_counts (list, facets, row_count)
select 'tickets', array[status], count(*) from tickets where deleted_at is null group by 2;

create index tickets_by_status on tickets (status, id) where deleted_at is null;
create index tickets_by_subject on tickets (lower(subject), id) where deleted_at is null;
create index tickets_by_opening_date on tickets (opening_date, id) where deleted_at is null;
create index tickets_by_closing_date on tickets (coalesce(closing_date, timestamptz '9999-01-01 00:00:00+00'), id)
  where deleted_at is null;
