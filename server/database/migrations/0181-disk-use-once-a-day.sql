-- Stored bytes are added up from the records once a day (features/shop/disk-use), instead of with every change ------------

drop trigger file_history_bytes on file_history;
drop function count_bytes_of_versions();
drop trigger further_files_bytes on further_files;
drop function count_bytes_of_further_files();
drop trigger ticket_messages_bytes on ticket_messages;
drop function count_bytes_of_messages();
drop trigger ai_sessions_bytes on ai_sessions;
drop function count_bytes_of_sessions();
drop trigger media_files_bytes on media_files;
drop function count_bytes_of_media();
drop function note_stored_bytes(text, bigint, text, bigint, integer);

drop table stored_byte_changes;
drop table stored_bytes;

-- Of all kinds, with the time at which they were added up or measured.
alter table measured_bytes drop constraint measured_bytes_kind_check;
alter table measured_bytes add check (
  kind in ('ORIGINAL', 'MODIFIED', 'FURTHER', 'ATTACHMENT', 'DTC_OFF', 'MEDIA', 'QUARANTINE', 'BACKUPS'));

-- The users with the most bytes alone, replaced every day.
delete from user_stored_bytes;
drop index user_stored_bytes_largest;

-- The first hour after the update adds up.
update installation set disk_measured_at = null;
