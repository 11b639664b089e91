-- Allowances: how much of something one subject may use in a period ------------------------------------------------------

-- One row for each subject, such as 'messages:user:17'. A period begins with its first use; a use after its end begins
-- the next one.
create table allowances (
  subject text primary key,
  ends_at timestamptz not null,
  uses bigint not null,
  bytes bigint not null
);

create index allowances_ends_at on allowances (ends_at);
