-- When a session ends however much it is used; with a limit for unused ones, `expires_at` is earlier and moves with each use.
-- Null: opened by an earlier version; `expires_at` is its end.
alter table sessions add column lasts_until timestamptz;
update sessions set lasts_until = expires_at;
