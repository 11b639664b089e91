-- Invitations that nobody has accepted: few at any time, and looked through every hour.
create index users_invited on users (id)
  where company_id is not null and password_hash is null and not verified and deleted_at is null;
