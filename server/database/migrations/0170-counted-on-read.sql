-- Lists are counted when they are read (docs/decisions/015-lists.md), so nothing has to be counted with each change.

drop trigger files_count_new on files;
drop trigger files_count_changed on files;
drop trigger files_count_removed on files;
drop trigger users_count_new on users;
drop trigger users_count_changed on users;
drop trigger users_count_removed on users;
drop trigger tickets_count_new on tickets;
drop trigger tickets_count_changed on tickets;
drop trigger tickets_count_removed on tickets;

drop function count_new_files();
drop function count_changed_files();
drop function count_removed_files();
drop function count_new_users();
drop function count_changed_users();
drop function count_removed_users();
drop function count_new_tickets();
drop function count_changed_tickets();
drop function count_removed_tickets();

drop table list_counts;
drop table customer_file_counts;

-- Every number of users is counted in an index, as that of files (files_of_state) and of tickets (tickets_by_status).
create index users_of_role_and_status on users (role, status) where deleted_at is null;
