-- What an export or an erasure of a user reads, deleted or not.
create index tickets_of_user on tickets (user_id);
create index email_changes_of_user on email_changes (user_id);
create index mails_of_recipient on mails (lower(recipient));
