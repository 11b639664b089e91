-- A file that returns to PENDING, because the start of its work is undone, has waited since its upload.
create or replace function note_status_since() returns trigger language plpgsql as $$
begin
  new.status_since := case when new.status = 'PENDING' then new.created_at else now() end;
  return new;
end $$;
