-- Staff who look at the portal as a customer have a short session of that customer, which only reads. It ends with the
-- session in which it was opened, whatever ends that one: a log-out, a lock, another role.
alter table sessions
  add column opened_in text references sessions (id) on delete cascade,
  -- Why, as the customer reads it.
  add column view_reason text,
  add check ((opened_in is null) = (view_reason is null));

create index sessions_opened_in on sessions (opened_in) where opened_in is not null;
