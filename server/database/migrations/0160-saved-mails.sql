-- Without a mail server a mail is saved as a file and sent to nobody. That stays true once there is a server.
alter table mails add column is_saved boolean not null default false;

-- A mail server's reply is stored with every mail that it takes, and the text of such a mail is removed.
update mails set is_saved = true
 where sent_at is not null and server_answer is null and (text_body is not null or mailing_id is not null);
