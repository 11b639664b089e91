-- Several users of one customer (docs/decisions/036-colleagues.md): a colleague acts as the customer who invited them, and
-- has nothing of their own but what signs them in.
alter table users
  add column company_id bigint references users (id),
  add check (company_id is null or role = 'CUSTOMER' and company_id <> id);

create index users_of_company on users (company_id, id) where company_id is not null;

-- The colleague who ordered, wrote or generated it as the customer; null: the customer, or staff.
alter table files add column person_id bigint references users (id);
alter table ticket_messages add column person_id bigint references users (id);
alter table ai_generations add column person_id bigint references users (id);

-- What is read for the customer names colleagues.
create function note_colleague() returns trigger language plpgsql security definer as $$
begin
  perform note_change('user:' || new.company_id, new.company_id);
  return null;
end $$;

create trigger users_note_colleague after update of username on users
  for each row when (new.company_id is not null and new.username <> old.username) execute function note_colleague();

-- A colleague holds no credits: whatever posts to their accounts is refused. TD006: it would.
create function credit_refuse_colleague() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and company_id is not null) then
    raise exception 'a colleague holds no credits' using errcode = 'TD006';
  end if;
  return new;
end $$;

create trigger credit_accounts_of_colleagues before update on credit_accounts
  for each row when (new.balance_cents is distinct from old.balance_cents) execute function credit_refuse_colleague();

-- Also names the colleague who caused the entry.
create or replace view credit_ledger_rows as
  select e.id, a.user_id, u.username, a.unit, j.source, e.amount_cents, e.balance_after_cents, e.sequence,
         f.file_id, j.created_at, j.note, j.is_test,
         case when u.deleted_at is null then u.id end as open_user_id,
         case when f.deleted_at is null then f.id end as open_file_id,
         j.payment_reference,
         colleague.username as ordered_by
    from credit_entries e
    join credit_accounts a on a.id = e.account_id
    join users u on u.id = a.user_id
    join credit_journals j on j.id = e.journal_id
    left join files f on f.id = j.file_id
    left join users colleague on colleague.id = j.user_id and colleague.company_id = a.user_id;

-- What runs with the owner's rights finds our tables and no one else's.
do $$
begin
  execute format('alter function note_colleague() set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function note_colleague from public;
