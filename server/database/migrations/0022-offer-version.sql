-- What the owner of a file is offered: whether it can be done, for how much, and the notes about it --------------------

alter table files
  -- How often price, feasibility or notes were changed by an administrator; raised by the statement that changes them.
  add column offer_version integer not null default 0 check (offer_version >= 0),
  -- Who changed them last, and when.
  add column offer_set_by bigint references users (id),
  add column offer_set_at timestamptz,
  -- When the owner was first told by mail that the file is ready and what it costs; later prices have their own mail.
  add column ready_mailed_at timestamptz;

update files set offer_version = 1, offer_set_at = checked_at where checked_at is not null;
update files set ready_mailed_at = checked_at where feasible = 'POSSIBLE';
