/** Why a payment was not simply credited, for administrators. */
const REASONS: Record<string, string> = {
  not_genuine: 'The provider did not send this.',
  unreadable: 'The message cannot be read as a payment.',
  other_receiver: 'It was paid to a different account.',
  test_mode: 'It belongs to another mode: test here and real there, or the other way round.',
  currency: 'It was not paid in EUR.',
  amount: 'The amount is not one that can be credited.',
  user: 'It names no customer of this portal.',
  differs: 'This transaction was credited before, with another amount or to another account.',
  no_parent: 'It takes back a payment without saying which.',
  unknown_status: 'The provider uses a status that is not known here.',
  payment_missing: 'The payment that it is about has not arrived yet.',
  nothing_left: 'Nothing is left of the payment that could be taken back.',
  more_than_left: 'It was about more than what was left of the payment.',
  file_not_paid: 'The credits arrived, and the file could not be paid with them.',
  pending: 'The provider has not cleared it yet.',
  failed: 'The payment failed.',
};

export const reasonText = (reason: string | null): string => (reason === null ? '' : (REASONS[reason] ?? reason));
