-- The queue reads what waits for staff from the indexes of their lists.
drop index files_waiting;
