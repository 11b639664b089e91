-- Versions of the long lists --------------------------------------------------------------------------------------------

-- One row for every statement that changed what a long list is made of; how many there are is the list's version.
-- Counted are those a reader can see: a change that is not committed yet is none, whenever it began. One counter for all
-- would make every two changes wait for each other; and a time or a sequence is taken before the commit that shows it.
create table list_changes (
  id bigint generated always as identity primary key,
  source text not null,
  changes bigint not null default 1
);

create index list_changes_source on list_changes (source) include (changes);

create function list_changed() returns trigger language plpgsql as $$
begin
  insert into list_changes (source) values (tg_argv[0]);
  return null;
end $$;

create trigger files_list_changed after insert or update or delete on files
  for each statement execute function list_changed('files');
create trigger tickets_list_changed after insert or update or delete on tickets
  for each statement execute function list_changed('tickets');
create trigger users_list_changed after insert or delete
  or update of username, full_name, email, phone, country, role, status, verified, deleted_at on users
  for each statement execute function list_changed('users');
create trigger credit_accounts_list_changed after update of balance_cents on credit_accounts
  for each statement execute function list_changed('balances');
