-- Reports are added up when they are read (docs/decisions/035-reports.md) ---------------------------------------------------

drop trigger credit_entries_report on credit_entries;
drop function credit_report_add();
drop trigger files_note_priced_new on files;
drop trigger files_note_priced on files;
drop function note_priced_file();
drop function minutes_step(integer);

-- Revenue: what an entry counts as, with its amount, beside the entry. Null: it counts in no report. -----------------------

create function revenue_kind(source text, key text, is_test boolean) returns text language sql immutable as $$
  select case
    when source = 'Upload' then 'FILE'
    when source = 'DTC OFF' then 'DTC_OFF'
    when source = 'Refund' then 'REFUND'
    when source = 'Payment' and not is_test then
      case when key ~ ':(Refunded|Reversed|Canceled_Reversal):' then 'TAKEN_BACK' else 'BOUGHT' end
  end
$$;

alter table credit_entry_facets add column revenue_kind text, add column amount_cents bigint;

alter table credit_entry_facets disable trigger credit_entry_facets_append_only;
update credit_entry_facets f
   set revenue_kind = revenue_kind(j.source, j.key, j.is_test), amount_cents = e.amount_cents,
       country = coalesce(f.country, u.country)
  from credit_entries e
  join credit_journals j on j.id = e.journal_id
  join credit_accounts a on a.id = e.account_id
  join users u on u.id = a.user_id
 where e.id = f.entry_id;
alter table credit_entry_facets enable trigger credit_entry_facets_append_only;

create index credit_entry_facets_revenue on credit_entry_facets (created_at)
  include (revenue_kind, account_id, country, amount_cents) where revenue_kind is not null;

create or replace function credit_total_add() returns trigger language plpgsql as $$
declare
  journal credit_journals;
begin
  select * into journal from credit_journals j where j.id = new.journal_id;
  insert into credit_totals as t (account_id, source, entries, amount_cents)
  values (new.account_id, journal.source, 1, new.amount_cents)
  on conflict (account_id, source)
    do update set entries = t.entries + 1, amount_cents = t.amount_cents + excluded.amount_cents;
  insert into credit_entry_facets (entry_id, account_id, source, created_at, country, revenue_kind, amount_cents)
  select new.id, new.account_id, journal.source, journal.created_at, u.country,
         revenue_kind(journal.source, journal.key, journal.is_test), new.amount_cents
    from credit_accounts a join users u on u.id = a.user_id where a.id = new.account_id;
  return null;
end $$;

-- The parts of a price by solution, with the moments at which they were taken and given back ------------------------------

alter table paid_solutions add column paid_at timestamptz, add column refunded_at timestamptz;
update paid_solutions p set paid_at = j.created_at
  from credit_journals j where j.file_id = p.file_id and j.source = 'Upload';
update paid_solutions p set refunded_at = j.created_at
  from credit_journals j where j.file_id = p.file_id and j.source = 'Refund';
delete from paid_solutions where paid_at is null;
alter table paid_solutions alter column paid_at set not null;
create index paid_solutions_paid on paid_solutions (paid_at) include (solution_id, amount_cents);
create index paid_solutions_refunded on paid_solutions (refunded_at) include (solution_id, amount_cents)
  where refunded_at is not null;

-- How long a file took until its owner could first pay it, by the opening hours and targets of that day -------------------

alter table files add column ready_minutes integer, add column ready_on_time boolean;
update files f set ready_minutes = p.minutes, ready_on_time = p.is_on_time from priced_files p where p.file_id = f.id;
create index files_by_readiness on files (ready_mailed_at) include (ready_minutes, ready_on_time, paid_at)
  where ready_mailed_at is not null;

drop table customer_revenue;
drop table country_revenue;
drop table solution_revenue;
drop table priced_file_counts;
drop table priced_files;
drop function revenue_of(text, text, boolean, bigint);
alter table report_settings drop column built_at;
