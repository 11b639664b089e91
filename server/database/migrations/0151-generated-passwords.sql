-- A password that the portal made has been read by somebody else: its owner must choose another one at its first use.
alter table users add column password_is_generated boolean not null default false;
-- Opened with such a password: this session may do nothing but choose another one.
alter table sessions add column needs_new_password boolean not null default false;
