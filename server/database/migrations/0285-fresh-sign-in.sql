-- When the user of a session last proved who they are, with a password, a code or a passkey: what matters needs it lately.
alter table sessions add column proved_at timestamptz not null default now();
update sessions set proved_at = created_at;
