-- What the ledger is looked through by ------------------------------------------------------------------------------------

-- Source and time of a journal beside the account of its entry, for the entries of customers: a page of one source and one
-- year is found in an index of this table alone. Entry and journal never change, and neither does this; it decides which
-- rows a list shows, and no amount. Written by the trigger that adds up the totals (0015).
create table credit_entry_facets (
  entry_id bigint not null,
  account_id bigint not null,
  source text not null,
  created_at timestamptz not null
);

insert into credit_entry_facets (entry_id, account_id, source, created_at)
select e.id, e.account_id, j.source, j.created_at
  from credit_entries e join credit_journals j on j.id = e.journal_id where e.sequence is not null order by e.id;

alter table credit_entry_facets add primary key (entry_id) include (created_at);
create index credit_entry_facets_source on credit_entry_facets (source, created_at) include (entry_id);
create index credit_entry_facets_source_entry on credit_entry_facets (source, entry_id) include (account_id);
create index credit_entry_facets_account on credit_entry_facets (account_id, created_at) include (source, entry_id);

create or replace function credit_total_add() returns trigger language plpgsql as $$
declare
  journal credit_journals;
begin
  select * into journal from credit_journals j where j.id = new.journal_id;
  insert into credit_totals as t (account_id, source, entries, amount_cents)
  values (new.account_id, journal.source, 1, new.amount_cents)
  on conflict (account_id, source)
    do update set entries = t.entries + 1, amount_cents = t.amount_cents + excluded.amount_cents;
  insert into credit_entry_facets (entry_id, account_id, source, created_at)
  values (new.id, new.account_id, journal.source, journal.created_at);
  return null;
end $$;

create function credit_facets_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what an entry is found by comes with the entry' using errcode = 'TD002';
  end if;
  return new;
end $$;

create trigger credit_entry_facets_guard before insert on credit_entry_facets
  for each row execute function credit_facets_guard();
create trigger credit_entry_facets_append_only before update or delete or truncate on credit_entry_facets
  for each statement execute function credit_refuse_change();

-- The filters read those no longer.
drop index credit_journals_source;
drop index credit_journals_created;
