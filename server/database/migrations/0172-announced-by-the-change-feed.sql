-- What the change feed replaces: notifications of each kind, and the versions of lists -----------------------------------

drop trigger files_announce_new on files;
drop trigger files_announce_changed on files;
drop trigger files_announce_removed on files;
drop trigger tickets_announce_new on tickets;
drop trigger tickets_announce_changed on tickets;
drop trigger ticket_messages_announce on ticket_messages;
drop trigger credit_accounts_announce on credit_accounts;
drop trigger notification_recipients_announce on notification_recipients;
drop trigger notification_recipients_announce_removed on notification_recipients;
drop trigger notifications_announce_changed on notifications;
drop trigger users_announce_changed on users;
drop trigger users_announce_removed on users;
drop trigger sessions_announce_new on sessions;
drop trigger sessions_announce_changed on sessions;
drop trigger sessions_announce_ended on sessions;
drop trigger presences_announce_new on presences;
drop trigger presences_announce_ended on presences;
drop trigger solutions_announce on solutions;
drop trigger solution_images_announce on solution_images;
drop trigger login_media_announce on login_media;
drop trigger application_configuration_announce on application_configuration;

drop function announce_files();
drop function announce_tickets();
drop function announce_message();
drop function announce_user();
drop function announce_changed_users();
drop function announce_new_sessions();
drop function announce_changed_sessions();
drop function announce_ended_sessions();
drop function announce_presences();
drop function announce_to_everybody();
drop function announce_all();
drop function announce_version(text);
drop function announce(bigint, text, bigint);

drop trigger files_list_changed on files;
drop trigger tickets_list_changed on tickets;
drop trigger users_list_changed on users;
drop trigger credit_accounts_list_changed on credit_accounts;
drop trigger tag_links_files_changed on tag_links;
drop trigger tag_links_tickets_changed on tag_links;
drop trigger tag_links_users_changed on tag_links;
drop function list_changed();
drop table list_changes;
