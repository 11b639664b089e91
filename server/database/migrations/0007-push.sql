-- Push ---------------------------------------------------------------------------------------------------------------

-- A browser that wants to be told when the portal is closed. It goes with its session: whoever logged out, or was sent
-- away, is told nothing more.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  session_id text not null unique references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);

create index push_subscriptions_user on push_subscriptions (user_id);

-- Waiting to be sent, one row per browser; gone once it is.
create table pushes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  title text not null,
  body text not null,
  url text not null check (url ~ '^/([^/\\]|$)'),
  created_at timestamptz not null default now()
);

create index pushes_subscription on pushes (subscription_id);
