-- A payment that its provider confirms is never rejected -------------------------------------------------------------

-- Payments to another address of the shop's account were; an administrator decides about them.
update payment_messages set outcome = 'REVIEW' where outcome = 'REJECTED' and verification = 'VERIFIED';

alter table payment_messages add constraint payment_messages_rejected_check
  check (outcome is distinct from 'REJECTED' or verification = 'INVALID');
