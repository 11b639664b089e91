-- How many rows the long lists have ------------------------------------------------------------------------------------

-- The rows of a list by what it is filtered by, as changes that are added up: exact at any time, for every transaction
-- what it can see, and no two transactions wait for each other. The housekeeping adds up what has been counted.
create table list_counts (
  id bigint generated always as identity primary key,
  list text not null,
  facets text[] not null,
  row_count bigint not null
);

create index list_counts_list on list_counts (list) include (facets, row_count);

create function count_new_files() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'files', array[status, price_status], count(*) from new_rows where deleted_at is null group by 2;
  return null;
end $$;

create function count_changed_files() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'files', facets, sum(counted)
    from (
      select array[status, price_status] as facets, 1 as counted from new_rows where deleted_at is null
      union all
      select array[status, price_status], -1 from old_rows where deleted_at is null
    ) changes group by facets having sum(counted) <> 0;
  return null;
end $$;

create function count_removed_files() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, facets, row_count)
  select 'files', array[status, price_status], -count(*) from old_rows where deleted_at is null group by 2;
  return null;
end $$;

create trigger files_count_new after insert on files
  referencing new table as new_rows for each statement execute function count_new_files();
create trigger files_count_changed after update on files
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_files();
create trigger files_count_removed after delete on files
  referencing old table as old_rows for each statement execute function count_removed_files();

insert into list_counts (list, facets, row_count)
select 'files', array[status, price_status], count(*) from files where deleted_at is null group by 2;

-- A page of the files in every order that the list offers; `id` decides between equal rows. `files_user` serves the
-- order by username, with the next one.
drop index files_status;
create index files_by_status on files (status, id) where deleted_at is null;
create index files_by_price_status on files (price_status, id) where deleted_at is null;
create index files_by_name on files (lower(file_name), id) where deleted_at is null;
create index files_by_price on files (price_cents, id) where deleted_at is null;
create index files_by_created_at on files (created_at, id) where deleted_at is null;
create index users_by_username on users (lower(username), id);
