import { type Label, textKey } from '../../contract/texts.ts';

/** Why a payment was not simply credited, for administrators. */
export const REASON_TEXTS: Readonly<Record<string, Label>> = {
  not_genuine: textKey('payments.providerDidNotSend'),
  unreadable: textKey('payments.messageCannotReadPayment'),
  other_receiver: textKey('payments.paidDifferentAccount'),
  test_mode: textKey('payments.otherMode'),
  currency: textKey('payments.notPaidEur'),
  amount: textKey('payments.amountNotOneCredited'),
  user: textKey('payments.namesNoCustomerPortal'),
  differs: textKey('payments.creditedBefore'),
  no_parent: textKey('payments.reversedPaymentUnnamed'),
  unknown_status: textKey('payments.statusUnknown'),
  payment_missing: textKey('payments.paymentNotArrived'),
  nothing_left: textKey('payments.nothingLeftToReverse'),
  more_than_left: textKey('payments.aboutMoreWhatLeftPayment'),
  file_not_paid: textKey('payments.arrivedFileNotPaid'),
  pending: textKey('payments.providerNotCleared'),
  failed: textKey('payments.paymentFailed'),
};
