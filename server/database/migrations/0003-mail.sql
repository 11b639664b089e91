-- Mail ---------------------------------------------------------------------------------------------------------------

-- Written in the transaction of what the mail is about, so that neither is there without the other.
create table mails (
  id bigint generated always as identity primary key,
  -- What this mail is about: the same event can post only one.
  key text not null unique,
  recipient text not null,
  subject text not null,
  -- Gone once a mail server has it: it may hold a link that opens an account.
  text_body text,
  html_body text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text
);

create index mails_waiting on mails (id) where sent_at is null;

-- The token in a mailed link is kept as its SHA-256 only.
create table account_links (
  token_hash text primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('ACTIVATE', 'RESET')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index account_links_user on account_links (user_id, purpose);
