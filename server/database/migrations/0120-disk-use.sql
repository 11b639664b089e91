-- What is stored, by kind and by user ------------------------------------------------------------------------------------

-- Bytes as the records have them. Triggers add what changes, so that concurrent changes never wait for each other; every
-- hour the housekeeper adds it to the sums below (app/disk-use/server). What there is is a sum and what has changed since.
create table stored_byte_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Null: of the portal, as an image of the login page is.
  user_id bigint,
  byte_count bigint not null,
  object_count bigint not null
);

create table stored_bytes (
  kind text primary key check (kind in ('ORIGINAL', 'MODIFIED', 'FURTHER', 'ATTACHMENT', 'DTC_OFF', 'MEDIA')),
  byte_count bigint not null,
  object_count bigint not null
);

create table user_stored_bytes (
  user_id bigint primary key,
  original_bytes bigint not null default 0,
  modified_bytes bigint not null default 0,
  further_bytes bigint not null default 0,
  attachment_bytes bigint not null default 0,
  dtc_off_bytes bigint not null default 0,
  object_count bigint not null default 0,
  total_bytes bigint not null generated always as
    (original_bytes + modified_bytes + further_bytes + attachment_bytes + dtc_off_bytes) stored
);

create index user_stored_bytes_largest on user_stored_bytes (total_bytes desc, user_id);

-- What has no records: read where it lies, once a day.
create table measured_bytes (
  kind text primary key check (kind in ('QUARANTINE', 'BACKUPS')),
  byte_count bigint not null,
  object_count bigint not null,
  measured_at timestamptz not null
);

alter table installation add column disk_measured_at timestamptz;

-- Every record that names stored bytes: what the triggers count, and what the sums are compared with once a day. A key that
-- stands in removed_bytes has none.
create view recorded_bytes as
  select kind, user_id, size_bytes
    from (
      select h.kind, f.user_id, h.file_key, h.size_bytes from file_history h join files f on f.id = h.file_id
      union all
      select 'FURTHER', f.user_id, m.file_key, m.size_bytes from further_files m join files f on f.id = m.file_id
      union all
      select 'ATTACHMENT', t.user_id, m.file_key, m.file_size_bytes
        from ticket_messages m join tickets t on t.id = m.ticket_id where m.file_key is not null
      union all
      select 'DTC_OFF', user_id, file_key, file_size_bytes from ai_sessions
      union all
      select 'MEDIA', null, file_key, size_bytes from media_files
    ) named
   where not exists (select from removed_bytes r where r.key = named.file_key);

create function note_stored_bytes(kind text, owner bigint, file_key text, size bigint, factor integer) returns void
language plpgsql as $$
begin
  if file_key is null or exists (select from removed_bytes r where r.key = note_stored_bytes.file_key) then
    return;
  end if;
  insert into stored_byte_changes (kind, user_id, byte_count, object_count)
  values (note_stored_bytes.kind, owner, factor * size, factor);
end $$;

create function count_bytes_of_versions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_stored_bytes(old.kind, (select user_id from files where id = old.file_id), old.file_key, old.size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_stored_bytes(new.kind, (select user_id from files where id = new.file_id), new.file_key, new.size_bytes, 1);
  end if;
  return null;
end $$;

create function count_bytes_of_further_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_stored_bytes('FURTHER', (select user_id from files where id = old.file_id), old.file_key, old.size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_stored_bytes('FURTHER', (select user_id from files where id = new.file_id), new.file_key, new.size_bytes, 1);
  end if;
  return null;
end $$;

create function count_bytes_of_messages() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_stored_bytes('ATTACHMENT', (select user_id from tickets where id = old.ticket_id), old.file_key, old.file_size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_stored_bytes('ATTACHMENT', (select user_id from tickets where id = new.ticket_id), new.file_key, new.file_size_bytes, 1);
  end if;
  return null;
end $$;

create function count_bytes_of_sessions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_stored_bytes('DTC_OFF', old.user_id, old.file_key, old.file_size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_stored_bytes('DTC_OFF', new.user_id, new.file_key, new.file_size_bytes, 1);
  end if;
  return null;
end $$;

create function count_bytes_of_media() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_stored_bytes('MEDIA', null, old.file_key, old.size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_stored_bytes('MEDIA', null, new.file_key, new.size_bytes, 1);
  end if;
  return null;
end $$;

create trigger file_history_bytes after insert or delete or update of file_key, size_bytes on file_history
  for each row execute function count_bytes_of_versions();
create trigger further_files_bytes after insert or delete or update of file_key, size_bytes on further_files
  for each row execute function count_bytes_of_further_files();
create trigger ticket_messages_bytes after insert or delete or update of file_key, file_size_bytes on ticket_messages
  for each row execute function count_bytes_of_messages();
create trigger ai_sessions_bytes after insert or delete or update of file_key, file_size_bytes on ai_sessions
  for each row execute function count_bytes_of_sessions();
create trigger media_files_bytes after insert or delete or update of file_key, size_bytes on media_files
  for each row execute function count_bytes_of_media();

-- What there is already.
insert into stored_byte_changes (kind, user_id, byte_count, object_count)
select kind, user_id, sum(size_bytes), count(*) from recorded_bytes group by kind, user_id;
