-- What a customer's dashboard and menu count -----------------------------------------------------------------------------

-- The files of each customer by status, as changes that are added up (as list_counts in 0042): a dashboard reads a few
-- rows, however many files there are.
create table customer_file_counts (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  status text not null,
  row_count bigint not null
);

insert into customer_file_counts (user_id, status, row_count)
select user_id, status, count(*) from files where deleted_at is null group by 1, 2;

create index customer_file_counts_user on customer_file_counts (user_id) include (status, row_count);

create or replace function count_new_files() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'files', array[status, price_status], count(*) from new_rows where deleted_at is null group by 2;
  insert into customer_file_counts (user_id, status, row_count)
  select user_id, status, count(*) from new_rows where deleted_at is null group by 1, 2;
  return null;
end $$;

create or replace function count_changed_files() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'files', facets, sum(counted)
    from (
      select array[status, price_status] as facets, 1 as counted from new_rows where deleted_at is null
      union all
      select array[status, price_status], -1 from old_rows where deleted_at is null
    ) changes group by facets having sum(counted) <> 0;
  insert into customer_file_counts (user_id, status, row_count)
  select user_id, status, sum(counted)
    from (
      select user_id, status, 1 as counted from new_rows where deleted_at is null
      union all
      select user_id, status, -1 from old_rows where deleted_at is null
    ) changes group by user_id, status having sum(counted) <> 0;
  return null;
end $$;

create or replace function count_removed_files() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'files', array[status, price_status], -count(*) from old_rows where deleted_at is null group by 2;
  insert into customer_file_counts (user_id, status, row_count)
  select user_id, status, -count(*) from old_rows where deleted_at is null group by 1, 2;
  return null;
end $$;

-- What a customer has to pay or to download, and nothing that is done: a menu counts it (app/dashboard).
drop index files_awaiting_customer;
create index files_awaiting_customer on files (user_id)
  where status in ('IN_PROGRESS', 'PROCESSED') and feasible = 'POSSIBLE'
    and (price_status = 'UNPAID' or (status = 'PROCESSED' and price_status = 'PAID' and delivered_at is null))
    and deleted_at is null;

-- Whose ticket it is, which is whose file it is about and never changes: the tickets of a customer, and the replies that
-- wait for one, are found without their files.
alter table tickets add column user_id bigint references users (id);
update tickets t set user_id = f.user_id from files f where f.id = t.file_id;
alter table tickets alter column user_id set not null;

create function note_owner_of_ticket() returns trigger language plpgsql as $$
begin
  select user_id into new.user_id from files where id = new.file_id;
  return new;
end $$;

create trigger tickets_note_owner before insert on tickets for each row execute function note_owner_of_ticket();

create index tickets_user on tickets (user_id, id) where deleted_at is null;
drop index tickets_unread_reply;
create index tickets_unread_reply on tickets (user_id) where has_unread_reply and deleted_at is null;

-- When all counts were last compared with the rows.
alter table installation add column counts_checked_at timestamptz;
