-- Notifications ------------------------------------------------------------------------------------------------------

create table notifications (
  id bigint generated always as identity primary key,
  -- HTML, sanitised before it came here.
  message text not null,
  url text check (url ~ '^(/[^/\\]|https://)'),
  created_at timestamptz not null default now()
);

create table notification_recipients (
  notification_id bigint not null references notifications (id),
  user_id bigint not null references users (id),
  read_at timestamptz,
  primary key (user_id, notification_id)
);

create index notification_recipients_unread on notification_recipients (user_id, notification_id) where read_at is null;

-- Kept for administrators only, so that a customer can be told whether support is there.
alter table sessions add column last_seen_at timestamptz;

create index sessions_last_seen on sessions (last_seen_at) where last_seen_at is not null;
