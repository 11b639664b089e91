-- What the reports of the shop add up (docs/decisions/035-reports.md) -------------------------------------------------------

-- The settings of the shop, where triggers can read them; a start of the server writes them (app/reports).
create table report_settings (
  only_one boolean primary key default true check (only_one),
  -- Whose months are counted. Null: no server has started yet, and nothing is counted until it has added up what there is.
  time_zone text,
  -- [{day, opens, closes}], in minutes after midnight; 1 is Monday.
  openings jsonb not null default '[]',
  holidays text[] not null default '{}',
  -- Open minutes within which a file is on time; null: there is no target.
  target_minutes integer,
  -- When all that there was had been added up for this time zone.
  built_at timestamptz
);

insert into report_settings (time_zone, built_at)
select case when is_empty then 'UTC' end, case when is_empty then now() end
  from (select not exists (select from credit_entries) and not exists (select from files) as is_empty) there;

-- Minutes of opening hours between two moments: one row, so that it becomes a part of the statement that asks.
create function open_minutes(since timestamptz, until timestamptz) returns table (minutes integer) language sql stable as $$
  select coalesce(round(sum(extract(epoch from least(h.closes_at, until) - greatest(h.opens_at, since)) / 60)), 0)::integer
    from report_settings s
   cross join lateral generate_series((since at time zone coalesce(s.time_zone, 'UTC'))::date::timestamp,
                                      (until at time zone coalesce(s.time_zone, 'UTC'))::date::timestamp, '1 day') d (at)
   cross join lateral (
     select (d.at + make_interval(mins => o.opens)) at time zone coalesce(s.time_zone, 'UTC') as opens_at,
            (d.at + make_interval(mins => o.closes)) at time zone coalesce(s.time_zone, 'UTC') as closes_at
       from jsonb_to_recordset(s.openings) as o (day integer, opens integer, closes integer)
      where o.day = extract(isodow from d.at)
   ) h
   where h.closes_at > since and h.opens_at < until
     and (s.holidays = '{}' or (to_char(d.at, 'YYYY-MM-DD') <> all (s.holidays) and to_char(d.at, 'MM-DD') <> all (s.holidays)))
$$;

-- Revenue -----------------------------------------------------------------------------------------------------------------

-- The country of the customer at the time of the entry. Null: made before it was noted; then it is that of today.
alter table credit_entry_facets add column country text;

-- What an entry of a customer's account is to the shop: its one definition, for the trigger and for what compares.
create function revenue_of(source text, key text, is_test boolean, cents bigint)
returns table (files bigint, files_cents bigint, dtc_off_cents bigint, refunds bigint, refunds_cents bigint,
               bought_cents bigint, reversed_cents bigint)
language sql immutable as $$
  select case when source = 'Upload' then 1 else 0 end::bigint,
         case when source = 'Upload' then -cents else 0 end,
         case when source = 'DTC OFF' then -cents else 0 end,
         case when source = 'Refund' then 1 else 0 end::bigint,
         case when source = 'Refund' then cents else 0 end,
         case when source = 'Payment' and not is_test and key !~ ':(Refunded|Reversed|Canceled_Reversal):' then cents else 0 end,
         case when source = 'Payment' and not is_test and key ~ ':(Refunded|Reversed|Canceled_Reversal):' then -cents else 0 end
$$;

-- Rows are changes that are added up (as list_counts in 0042): no two transactions wait for each other.
create table customer_revenue (
  id bigint generated always as identity primary key,
  -- Its first day, in the time zone of the shop; so in all of these tables.
  month date not null,
  user_id bigint not null,
  files bigint not null,
  files_cents bigint not null,
  dtc_off_cents bigint not null,
  refunds bigint not null,
  refunds_cents bigint not null,
  bought_cents bigint not null,
  reversed_cents bigint not null
);

create table country_revenue (
  id bigint generated always as identity primary key,
  month date not null,
  country text not null,
  files bigint not null,
  files_cents bigint not null,
  dtc_off_cents bigint not null,
  refunds bigint not null,
  refunds_cents bigint not null,
  bought_cents bigint not null,
  reversed_cents bigint not null
);

create index customer_revenue_month on customer_revenue (month, user_id)
  include (files, files_cents, dtc_off_cents, refunds, refunds_cents);
create index country_revenue_month on country_revenue (month, country);

-- What of the price of a file was for which of its solutions, by their prices in the catalogue when it was paid.
create table paid_solutions (
  file_id bigint not null references files (id),
  solution_id bigint not null,
  amount_cents bigint not null,
  primary key (file_id, solution_id)
);

create table solution_revenue (
  id bigint generated always as identity primary key,
  month date not null,
  solution_id bigint not null,
  files bigint not null,
  refunds bigint not null,
  amount_cents bigint not null
);

create index solution_revenue_month on solution_revenue (month, solution_id);

-- Whole cents that together are the total: each ends where the next one begins.
create function solution_shares(shared_file bigint, total bigint) returns table (solution_id bigint, amount_cents bigint)
language sql stable as $$
  select added.id, (round(total * so_far / whole) - round(total * (so_far - weight) / whole))::bigint
    from (select weighted.id, weight, sum(weight) over (order by weighted.id) as so_far, sum(weight) over () as whole
            from (select s.id, case when sum(s.credits) over () = 0 then 1 else s.credits end::numeric as weight
                    from files f join solutions s on s.id = any (f.solution_ids) where f.id = shared_file) weighted) added
$$;

create function credit_report_add() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from report_settings);
  journal credit_journals;
  holder users;
  of_month date;
begin
  if zone is null then
    return null;
  end if;
  select * into journal from credit_journals j where j.id = new.journal_id;
  if journal.source = 'Admin' then
    return null;
  end if;
  select u.* into holder from credit_accounts a join users u on u.id = a.user_id where a.id = new.account_id;
  of_month := date_trunc('month', journal.created_at at time zone zone)::date;
  insert into customer_revenue (month, user_id, files, files_cents, dtc_off_cents, refunds, refunds_cents, bought_cents, reversed_cents)
  select of_month, holder.id, r.* from revenue_of(journal.source, journal.key, journal.is_test, new.amount_cents) r;
  insert into country_revenue (month, country, files, files_cents, dtc_off_cents, refunds, refunds_cents, bought_cents, reversed_cents)
  select of_month, holder.country, r.* from revenue_of(journal.source, journal.key, journal.is_test, new.amount_cents) r;
  if journal.file_id is null or journal.source not in ('Upload', 'Refund') then
    return null;
  end if;
  if journal.source = 'Upload' then
    insert into paid_solutions (file_id, solution_id, amount_cents)
    select journal.file_id, s.solution_id, s.amount_cents from solution_shares(journal.file_id, -new.amount_cents) s
    on conflict do nothing;
  end if;
  insert into solution_revenue (month, solution_id, files, refunds, amount_cents)
  select of_month, p.solution_id, case journal.source when 'Upload' then 1 else 0 end,
         case journal.source when 'Refund' then 1 else 0 end,
         case journal.source when 'Upload' then p.amount_cents else -p.amount_cents end
    from paid_solutions p where p.file_id = journal.file_id;
  return null;
end $$;

create trigger credit_entries_report after insert on credit_entries
  for each row when (new.sequence is not null) execute function credit_report_add();

create or replace function credit_total_add() returns trigger language plpgsql as $$
declare
  journal credit_journals;
begin
  select * into journal from credit_journals j where j.id = new.journal_id;
  insert into credit_totals as t (account_id, source, entries, amount_cents)
  values (new.account_id, journal.source, 1, new.amount_cents)
  on conflict (account_id, source)
    do update set entries = t.entries + 1, amount_cents = t.amount_cents + excluded.amount_cents;
  insert into credit_entry_facets (entry_id, account_id, source, created_at, country)
  select new.id, new.account_id, journal.source, journal.created_at, u.country
    from credit_accounts a join users u on u.id = a.user_id where a.id = new.account_id;
  return null;
end $$;

-- Turnaround, and what became of the price ----------------------------------------------------------------------------------

-- When the owner of a file could first pay it, after how many open minutes, and when it was paid. The row of a file that
-- is deleted stays: it was worked on all the same.
create table priced_files (
  file_id bigint primary key,
  ready_at timestamptz not null,
  minutes integer not null,
  -- By the target of that day; null: there was none.
  is_on_time boolean,
  paid_at timestamptz
);

create table priced_file_counts (
  id bigint generated always as identity primary key,
  month date not null,
  -- As minutes_step has it.
  minutes integer not null,
  is_on_time boolean,
  files bigint not null,
  paid bigint not null
);

create index priced_file_counts_month on priced_file_counts (month, minutes, is_on_time);

-- Seven binary digits of a number: up to 127 as it is, above that less than 1.6 % smaller. A month has a few hundred.
create function minutes_step(minutes integer) returns integer language sql immutable as $$
  select minutes & ~((1 << greatest(0, length(ltrim(minutes::bit(32)::text, '0')) - 7)) - 1)
$$;

create function note_priced_file() returns trigger language plpgsql as $$
declare
  settings report_settings;
  priced priced_files;
begin
  select * into settings from report_settings;
  if settings.time_zone is null then
    return null;
  end if;
  select minutes into priced.minutes from open_minutes(new.created_at, new.ready_mailed_at);
  insert into priced_files (file_id, ready_at, minutes, is_on_time)
  values (new.id, new.ready_mailed_at, priced.minutes, priced.minutes <= settings.target_minutes)
  on conflict do nothing returning * into priced;
  if found then
    insert into priced_file_counts (month, minutes, is_on_time, files, paid)
    values (date_trunc('month', priced.ready_at at time zone settings.time_zone), minutes_step(priced.minutes), priced.is_on_time, 1, 0);
  end if;
  if new.paid_at is null then
    return null;
  end if;
  update priced_files p set paid_at = new.paid_at where p.file_id = new.id and p.paid_at is null returning * into priced;
  if found then
    insert into priced_file_counts (month, minutes, is_on_time, files, paid)
    values (date_trunc('month', priced.ready_at at time zone settings.time_zone), minutes_step(priced.minutes), priced.is_on_time, 0, 1);
  end if;
  return null;
end $$;

create trigger files_note_priced_new after insert on files
  for each row when (new.ready_mailed_at is not null) execute function note_priced_file();
create trigger files_note_priced after update of ready_mailed_at, paid_at on files
  for each row when (new.ready_mailed_at is not null
                     and (old.ready_mailed_at, old.paid_at) is distinct from (new.ready_mailed_at, new.paid_at))
  execute function note_priced_file();

-- DTC OFF -------------------------------------------------------------------------------------------------------------------

-- What it was used for, and when. Sessions that were never paid are removed after a day, and were a use all the same.
create table dtc_off_uses (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('UPLOADED', 'PAID', 'FREE', 'GENERATED')),
  used_at timestamptz not null
);

create index dtc_off_uses_time on dtc_off_uses (used_at) include (kind);

insert into dtc_off_uses (kind, used_at)
select 'UPLOADED', created_at from ai_sessions
union all
select case when is_free then 'FREE' else 'PAID' end, charged_at from ai_sessions where charged_at is not null
union all
select 'GENERATED', created_at from ai_generations;

create function note_dtc_off_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dtc_off_uses (kind, used_at) values ('UPLOADED', new.created_at);
  end if;
  if new.charged_at is not null then
    insert into dtc_off_uses (kind, used_at) values (case when new.is_free then 'FREE' else 'PAID' end, new.charged_at);
  end if;
  return null;
end $$;

create function note_dtc_off_generation() returns trigger language plpgsql as $$
begin
  insert into dtc_off_uses (kind, used_at) values ('GENERATED', new.created_at);
  return null;
end $$;

create trigger ai_sessions_note_use after insert on ai_sessions for each row execute function note_dtc_off_session();
create trigger ai_sessions_note_payment after update of charged_at on ai_sessions
  for each row when (old.charged_at is null and new.charged_at is not null) execute function note_dtc_off_session();
create trigger ai_generations_note_use after insert on ai_generations for each row execute function note_dtc_off_generation();
