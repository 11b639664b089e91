-- Bytes that no row names any more, until they are in the quarantine. Without it, what an interruption leaves behind would
-- look to a sweep like the stored files of another database.
create table given_up_bytes (
  key text primary key
);
