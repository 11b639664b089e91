import { t } from '../../../web/languages/text.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

/** Why a payment was not simply credited. */
export function reasonText(reason: string): string {
  const text = REASON_TEXTS[reason];
  return text === undefined ? reason : t(text);
}

/** Why a payment was not simply credited, for administrators. */
const REASON_TEXTS: Readonly<Record<string, Label>> = {
  not_genuine: textKey('payments.problem.notGenuine'),
  unreadable: textKey('payments.problem.unreadable'),
  other_receiver: textKey('payments.problem.otherReceiver'),
  test_mode: textKey('payments.problem.otherMode'),
  currency: textKey('payments.problem.currency'),
  amount: textKey('payments.problem.amount'),
  user: textKey('payments.problem.unknownCustomer'),
  differs: textKey('payments.problem.creditedBefore'),
  no_parent: textKey('payments.problem.noParent'),
  unknown_status: textKey('payments.problem.unknownStatus'),
  payment_missing: textKey('payments.problem.paymentMissing'),
  nothing_left: textKey('payments.problem.nothingLeft'),
  more_than_left: textKey('payments.problem.moreThanLeft'),
  file_not_paid: textKey('payments.problem.fileNotPaid'),
  pending: textKey('payments.problem.pending'),
  failed: textKey('payments.problem.failed'),
};
