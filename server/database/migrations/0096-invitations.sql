-- A link that is mailed to a new user, who sets the first password with it.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('ACTIVATE', 'RESET', 'INVITE'));

-- What a user has that is not done, for the question before an account is deleted, and for the statement that deletes it.
create function open_files_of(owner bigint) returns bigint language sql stable as $$
  select count(*) from files
   where user_id = owner and deleted_at is null
     and status not in ('COMPLETED', 'CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION')
$$;

create function open_tickets_of(owner bigint) returns bigint language sql stable as $$
  select count(*) from tickets where user_id = owner and deleted_at is null and status = 'OPEN'
$$;
