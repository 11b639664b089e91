-- What finds an original again: its bytes, the numbers in it, and originals that are much alike -----------------------------

create index files_sha256 on files (file_sha256 text_pattern_ops);

create table file_fingerprints (
  file_id bigint primary key references files (id) on delete cascade,
  -- Compared bit by bit with all others (ecu/fingerprint.ts), and so among the first columns. Null: there is too little to compare.
  print bit(512),
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  -- Of the memory in the file, whatever form it came in.
  content_sha256 bytea,
  software_number text,
  -- Every number in the file, for searches: capitals and digits alone.
  numbers text,
  check (state <> 'DONE' or (content_sha256 is not null and numbers is not null))
);

create index file_fingerprints_waiting on file_fingerprints (file_id) where state = 'WAITING';
create index file_fingerprints_content on file_fingerprints (content_sha256);
create index file_fingerprints_software on file_fingerprints (software_number, file_id) where software_number is not null;

-- Two originals, compared byte by byte: `file_id` is the one that was read later.
create table file_similarities (
  file_id bigint not null references files (id) on delete cascade,
  other_id bigint not null references files (id) on delete cascade,
  bytes_compared bigint not null,
  bytes_same bigint not null,
  primary key (file_id, other_id),
  check (file_id <> other_id),
  check (bytes_compared > 0 and bytes_same between 0 and bytes_compared)
);

create index file_similarities_other on file_similarities (other_id);

-- However a file comes into being, it waits for its fingerprint from then on.
create function fingerprint_new_files() returns trigger language plpgsql as $$
begin
  insert into file_fingerprints (file_id) select id from new_rows;
  return null;
end $$;

create trigger files_fingerprint_new after insert on files
  referencing new table as new_rows for each statement execute function fingerprint_new_files();

insert into file_fingerprints (file_id) select id from files;
