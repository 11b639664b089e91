-- The user a mail is about: its recipient, or the customer about whom it tells the staff. An erasure removes these mails.
alter table mails add column user_id bigint references users (id);
create index mails_of_user on mails (user_id) where user_id is not null;

update mails m set user_id = u.id from users u where lower(u.email) = lower(m.recipient) and u.deleted_at is null;
update mails m set user_id = f.user_id
  from files f where m.key ~ '^(new-file|file-[a-z-]+):[0-9]+(:|$)' and f.id = split_part(m.key, ':', 2)::bigint;
update mails m set user_id = f.user_id
  from file_revisions r join files f on f.id = r.file_id
 where m.key ~ '^change-request:[0-9]+:' and r.id = split_part(m.key, ':', 2)::bigint;
update mails m set user_id = t.user_id
  from tickets t where m.key ~ '^ticket-message:[0-9]+:' and t.id = split_part(m.key, ':', 2)::bigint;
update mails m set user_id = c.user_id
  from email_changes c where m.key ~ '^email-change(d|-requested)?:' and c.token_hash = split_part(m.key, ':', 2);
