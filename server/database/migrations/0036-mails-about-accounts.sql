-- A mailing asks between two mails whether one about an account waits: it must not read the mails of the mailing for that.
create index mails_about_accounts on mails (id) where priority > 0 and attempts = 0 and sent_at is null;
