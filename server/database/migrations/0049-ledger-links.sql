-- Where the things that a ledger row names can be opened: not once they are deleted.
create or replace view credit_ledger_rows as
  select e.id, a.user_id, u.username, a.unit, j.source, e.amount_cents, e.balance_after_cents, e.sequence,
         f.file_id, j.created_at, j.note, j.is_test,
         case when u.deleted_at is null then u.id end as open_user_id,
         case when f.deleted_at is null then f.id end as open_file_id,
         j.payment_reference
    from credit_entries e
    join credit_accounts a on a.id = e.account_id
    join users u on u.id = a.user_id
    join credit_journals j on j.id = e.journal_id
    left join files f on f.id = j.file_id;
