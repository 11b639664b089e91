-- Notices for the operator ---------------------------------------------------------------------------------------------

-- What is wrong with the portal itself, until it is not: on the administrator's dashboard and, as its kind only, in the
-- health report. One row for each kind; `details` are the values of its sentence.
create table operator_notices (
  kind text primary key,
  details jsonb not null default '{}',
  -- What it is about, as [{"text": …, "to": … or null}].
  items jsonb not null default '[]',
  raised_at timestamptz not null default now()
);
