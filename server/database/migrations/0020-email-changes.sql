-- An e-mail address that a user wants instead of theirs. It takes effect when the link mailed to it is opened; the token
-- of that link is stored as its SHA-256 only.
create table email_changes (
  token_hash text primary key,
  user_id bigint not null references users (id),
  new_email text not null,
  -- The session that asked for it; it alone goes on when the address changes.
  session_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index email_changes_open on email_changes (user_id) where used_at is null;
