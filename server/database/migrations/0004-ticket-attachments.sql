-- Ticket messages: attachments, and messages that are sent again ----------------------------------------------------------

alter table ticket_messages
  add column file_size_bytes bigint,
  -- Made by the browser: a message whose answer was lost is sent again, but stands there once.
  add column message_id text,
  add check ((file_key is null) = (file_name is null) and (file_key is null) = (file_size_bytes is null)),
  add unique (ticket_id, user_id, message_id);

create unique index ticket_messages_file_key on ticket_messages (file_key) where file_key is not null;
