-- Words of the payment inbox and of the ledger that fit every provider ------------------------------------------------

-- The inbox: from which provider, in which form of its own, what it reports, and what became of it.
alter table payment_messages drop constraint payment_messages_kind_check;
alter table payment_messages drop constraint payment_messages_outcome_check;
alter table payment_messages add column provider text;
alter table payment_messages add column event text check (event in (
  'COMPLETED', 'PENDING', 'FAILED', 'REFUNDED', 'REVERSED', 'REVERSAL_CANCELED', 'UNKNOWN'));

-- PayPal was the only provider; its test messages are the sandbox's.
update payment_messages
   set provider = case when is_test then 'sandbox' else 'paypal' end,
       event = case
         when payment_status is null then null
         when payment_status = 'Completed' then 'COMPLETED'
         when payment_status in ('Pending', 'Created', 'Processed', 'In-Progress', 'Partially_Refunded') then 'PENDING'
         when payment_status in ('Failed', 'Denied', 'Expired', 'Voided') then 'FAILED'
         when payment_status = 'Refunded' then 'REFUNDED'
         when payment_status = 'Reversed' then 'REVERSED'
         when payment_status = 'Canceled_Reversal' then 'REVERSAL_CANCELED'
         else 'UNKNOWN' end,
       outcome = case outcome
         when 'TAKEN_BACK' then 'REVERSED'
         when 'RETURNED' then 'REVERSAL_CANCELED'
         when 'NOTED' then 'IGNORED'
         when 'SEEN' then 'DUPLICATE'
         when 'WAITS' then 'AWAITING_PAYMENT'
         else outcome end;

alter table payment_messages alter column provider set not null;
alter table payment_messages add constraint payment_messages_outcome_check check (outcome in (
  'CREDITED', 'REVERSED', 'REVERSAL_CANCELED', 'IGNORED', 'DUPLICATE', 'AWAITING_PAYMENT', 'REVIEW', 'REJECTED'));

drop index payment_messages_user;
create index payment_messages_user on payment_messages (user_id, event);

-- The ledger: money from a provider has the source Payment. The seal of an entry covers its source, and seals are never
-- computed again, so it has the word that the first of these entries were sealed with.
create or replace function credit_seal(previous bytea, account_id bigint, sequence bigint, amount bigint, balance bigint, j credit_journals)
returns bytea language sql stable as $$
  select sha256(previous || convert_to(json_build_array(
    account_id, sequence, amount, balance, j.id, j.key, case j.source when 'Payment' then 'PayPal' else j.source end,
    j.may_overdraw, j.file_id, j.payment_reference, j.note, j.is_test, j.user_id, j.request_id,
    (extract(epoch from j.created_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

alter table credit_journals drop constraint credit_journals_source_check;
alter table credit_journals drop constraint credit_journals_check;
alter table credit_journals disable trigger user;
update credit_journals set source = 'Payment' where source = 'PayPal';
alter table credit_journals enable trigger user;
alter table credit_journals add constraint credit_journals_source_check
  check (source in ('Upload', 'Refund', 'Payment', 'Admin', 'DTC OFF'));
alter table credit_journals add constraint credit_journals_check check (not may_overdraw or source = 'Payment');

alter table credit_totals disable trigger user;
update credit_totals set source = 'Payment' where source = 'PayPal';
alter table credit_totals enable trigger user;
