-- The reply to a call that came with an Idempotency-Key, written in the transaction of what the call did.
create table remembered_calls (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  -- Method and path, and a hash of what was sent: the key is for this one call.
  call text not null,
  input_sha256 text not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index remembered_calls_created on remembered_calls (created_at);
