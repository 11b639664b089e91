-- How long files took until they were ready: the newest of 90 days are read for the time that a new one is expected at.
create index files_ready on files (ready_mailed_at desc) where ready_mailed_at is not null and deleted_at is null;
