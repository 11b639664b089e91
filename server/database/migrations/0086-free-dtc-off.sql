-- DTC OFF for those who work here: recorded and proved as for customers, and free of charge ---------------------------------

-- Set by the statement that settles the session without a charge, for a role that may use it so.
alter table ai_sessions add column is_free boolean not null default false;

-- `charged_at`: when it was settled. Nothing was taken for a free one.
do $$
declare
  old text;
begin
  select conname into strict old from pg_constraint
   where conrelid = 'ai_sessions'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ 'charged_at' and pg_get_constraintdef(oid) ~ 'charged_cents';
  execute format('alter table ai_sessions drop constraint %I', old);
end $$;

alter table ai_sessions add constraint ai_sessions_settled
  check (case when charged_at is null then charged_cents = 0 and not is_free else is_free = (charged_cents = 0) end);
