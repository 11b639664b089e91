-- What a customer's own program calls the file, such as its order number; two customers may use the same.
alter table files add column external_reference text check (external_reference <> '');
create index files_external_reference on files (external_reference, user_id) where external_reference is not null;

-- Programs read what has changed since they last asked.
create index files_updated on files (updated_at) where deleted_at is null;
