-- Passkeys (WebAuthn): the private key stays in the user's device; here is what checks its signatures --------------------

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- In base64url, as browsers send it. An authenticator belongs to one account.
  credential_id text not null unique,
  -- COSE key.
  public_key bytea not null,
  -- How often the authenticator says it was used; it always says 0 if it does not count.
  counter bigint not null default 0,
  -- By which the authenticator knows the account: random, so that it says nothing about the person.
  user_handle text not null,
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_user on passkeys (user_id);

-- What an authenticator has to sign next: one for each sign-in and each session, deleted by the first answer.
create table passkey_challenges (
  -- The ticket of the sign-in, hashed, or the session, with what the answer is for.
  bound_to text primary key,
  challenge text not null,
  -- Where a passkey is added: the handle that it will have.
  user_handle text,
  expires_at timestamptz not null
);

create index passkey_challenges_expiry on passkey_challenges (expires_at);
