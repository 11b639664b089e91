-- Programs read what has changed since they last asked. Kept by the database, so that no statement forgets it; what was
-- there before counts as changed once.
create function set_updated_at() returns trigger language plpgsql as $$
begin
  if new.updated_at = old.updated_at then new.updated_at := now(); end if;
  return new;
end
$$;

alter table tickets add column updated_at timestamptz not null default now();
create index tickets_updated on tickets (updated_at) where deleted_at is null;
create trigger tickets_set_updated_at before update on tickets for each row
  execute function set_updated_at();

alter table users add column updated_at timestamptz not null default now();
create index users_updated on users (updated_at) where deleted_at is null;
create trigger users_set_updated_at before update on users for each row
  execute function set_updated_at();
