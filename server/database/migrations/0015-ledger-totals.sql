-- Totals of the ledger ------------------------------------------------------------------------------------------------

-- What the entries of a customer's account add up to, by source: four cards and the number of rows without reading a
-- million of them. The entry itself writes them, in the statement that makes it; nothing else can.
create table credit_totals (
  account_id bigint not null references credit_accounts (id),
  source text not null,
  entries bigint not null,
  amount_cents bigint not null,
  primary key (account_id, source)
);

insert into credit_totals (account_id, source, entries, amount_cents)
select e.account_id, j.source, count(*), sum(e.amount_cents)
  from credit_entries e join credit_journals j on j.id = e.journal_id
 where e.sequence is not null group by e.account_id, j.source;

create function credit_total_add() returns trigger language plpgsql as $$
begin
  insert into credit_totals as t (account_id, source, entries, amount_cents)
  select new.account_id, j.source, 1, new.amount_cents from credit_journals j where j.id = new.journal_id
  on conflict (account_id, source)
    do update set entries = t.entries + 1, amount_cents = t.amount_cents + excluded.amount_cents;
  return null;
end $$;

-- The account's row is locked by then, so no two entries wait for each other's totals.
create trigger credit_entries_total after insert on credit_entries
  for each row when (new.sequence is not null) execute function credit_total_add();

create function credit_total_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'a total moves only through an entry' using errcode = 'TD002';
  end if;
  return new;
end $$;

create trigger credit_totals_guard before insert or update on credit_totals
  for each row execute function credit_total_guard();
create trigger credit_totals_no_delete before delete or truncate on credit_totals
  for each statement execute function credit_refuse_change();

-- A page of everybody's ledger is found without the house's half of it.
create index credit_entries_of_customers on credit_entries (id desc) where sequence is not null;

-- Filters by source and by day.
create index credit_journals_source on credit_journals (source, created_at);
create index credit_journals_created on credit_journals (created_at);
-- What was only tried out, which is little.
create index credit_journals_test on credit_journals (id) where is_test;
