-- What somebody who leaves had assigned is released also where it is deleted or canceled: it can come back.
drop index files_of_assignee;
create index files_of_assignee on files (assignee_id, id) where assignee_id is not null
  and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED', 'CANCELED', 'NOT_SUPPORTED_SOLUTION');
