-- Rules of the business are in the verbs that change a row (docs/decisions/032-shared-work.md); these triggers applied them.

drop trigger files_note_status_since on files;
drop function note_status_since();

drop trigger tickets_note_awaits_reply_since on tickets;
drop function note_awaits_reply_since();
drop trigger ticket_messages_note_last_writer on ticket_messages;
drop function note_last_writer();
drop trigger notification_recipients_note_read_replies on notification_recipients;
drop function note_read_replies();

drop trigger tickets_note_owner on tickets;
drop function note_owner_of_ticket();
drop trigger tickets_take_assignee on tickets;
drop function take_assignee_of_file();
drop trigger files_pass_on_assignee on files;
drop function pass_on_assignee();
drop trigger files_delete_ticket on files;
drop function delete_ticket_of_file();
drop trigger users_release_work on users;
drop function release_work();

drop trigger files_identify_new on files;
drop function identify_new_files();
drop trigger files_fingerprint_new on files;
drop function fingerprint_new_files();

drop trigger ai_sessions_note_use on ai_sessions;
drop trigger ai_sessions_note_payment on ai_sessions;
drop function note_dtc_off_session();
drop trigger ai_generations_note_use on ai_generations;
drop function note_dtc_off_generation();
