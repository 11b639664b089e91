-- What was deleted waits in a bin, from which administrators restore it -------------------------------------------------

alter table saved_replies add column deleted_at timestamptz;

-- Which image a deleted solution had: it is shown again when the solution is restored, as long as the image is there.
alter table solutions add column image_before_delete bigint references solution_images (id) on delete set null;

create index users_deleted on users (deleted_at) where deleted_at is not null;
create index files_deleted on files (deleted_at) where deleted_at is not null;
create index solutions_deleted on solutions (deleted_at) where deleted_at is not null;
create index saved_replies_deleted on saved_replies (deleted_at) where deleted_at is not null;
