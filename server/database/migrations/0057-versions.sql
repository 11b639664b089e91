-- Changes of sessions and users ------------------------------------------------------------------------------------------

-- A server remembers sessions and the tags of what browsers poll, until what these were read from changes
-- (docs/decisions/023-polls-from-memory.md). Every change that the messages of `portal_news` do not name is announced
-- here, by the commit that makes it. The message names what has changed: `session:<id>`, `access:<user>`, `names` (of
-- any user), `support` (who is there), or `all`.
create function announce_version(source text) returns void language sql as $$
  select pg_notify('portal_versions', source)
$$;

create function announce_ended_sessions() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from old_rows limit 101) counted) > 100 then
    perform announce_version('all');
    return null;
  end if;
  perform announce_version('session:' || id) from old_rows;
  perform announce_version('support') where exists (select from old_rows where last_seen_at is not null);
  return null;
end $$;

create trigger sessions_announce_ended after delete on sessions
  referencing old table as old_rows for each statement execute function announce_ended_sessions();

-- Presence is noted every half minute. Announced is only who was not there before: who was seen within the five
-- minutes that count as present (portal/accounts/server/presence.ts) changes nothing for others.
create function announce_changed_sessions() returns trigger language plpgsql as $$
begin
  perform announce_version('session:' || o.id)
     from old_rows o left join new_rows n using (id)
    where (n.user_id, n.expires_at) is distinct from (o.user_id, o.expires_at);
  perform announce_version('support') where exists (
    select from old_rows o join new_rows n using (id)
     where n.last_seen_at is distinct from o.last_seen_at
       and (n.last_seen_at between o.last_seen_at and o.last_seen_at + interval '4 minutes') is not true);
  return null;
end $$;

create trigger sessions_announce_changed after update on sessions
  referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changed_sessions();

create function announce_new_sessions() returns trigger language plpgsql as $$
begin
  perform announce_version('support') where exists (select from new_rows where last_seen_at is not null);
  return null;
end $$;

create trigger sessions_announce_new after insert on sessions
  referencing new table as new_rows for each statement execute function announce_new_sessions();

-- A left join: a user who is gone, or has another id, is one who may do nothing.
create function announce_changed_users() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from old_rows limit 101) counted) > 100 then
    perform announce(null, 'everything', 0);
    return null;
  end if;
  perform announce(o.id, 'user', o.id)
     from old_rows o left join new_rows n using (id) where n is distinct from o;
  perform announce_version('access:' || o.id)
     from old_rows o left join new_rows n using (id)
    where (n.role, n.status, n.verified, n.deleted_at) is distinct from (o.role, o.status, o.verified, o.deleted_at);
  perform announce_version('names') where exists (
    select from old_rows o left join new_rows n using (id)
     where (n.username, n.email, n.deleted_at) is distinct from (o.username, o.email, o.deleted_at));
  perform announce_version('support') where exists (
    select from old_rows o left join new_rows n using (id)
     where (n.role, n.status, n.deleted_at) is distinct from (o.role, o.status, o.deleted_at));
  return null;
end $$;

create trigger users_announce_changed after update on users
  referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changed_users();

-- What the product never does, and a hand at the database may -----------------------------------------------------------

create function announce_all() returns trigger language plpgsql as $$
begin
  perform announce_version('all');
  return null;
end $$;

create trigger users_announce_removed after delete on users for each statement execute function announce_all();
create trigger notification_recipients_announce_removed after delete on notification_recipients
  for each statement execute function announce_all();
create trigger notifications_announce_changed after update or delete on notifications
  for each statement execute function announce_all();
create trigger files_announce_removed after delete on files
  referencing old table as new_rows for each statement execute function announce_files();
