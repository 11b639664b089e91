-- A requested change ends with the refund of its file, which no longer waits for it.
alter table file_revisions drop constraint file_revisions_outcome_check,
  add constraint file_revisions_outcome_check check (outcome in ('DELIVERED', 'DECLINED', 'REFUNDED'));

update file_revisions r set outcome = 'REFUNDED', ended_at = f.status_since
  from files f where f.id = r.file_id and f.status = 'REFUNDED' and r.outcome is null;

update files set revision_since = null where status = 'REFUNDED' and revision_since is not null;
