import { refusal } from '../refusal.ts';

export const notUnderReview = refusal('payments.not_under_review', 'This payment is not under review any more.');
export const notBookable = refusal(
  'payments.not_bookable',
  'Only a completed payment with a transaction number can be put on a balance.',
);
export const alreadyBooked = refusal('payments.already_booked', 'This payment is on a balance already.');
export const notActivated = refusal(
  'payments.not_activated',
  'Please activate your account first, and pay the file then.',
);
export const fileGone = refusal('payments.file_gone', 'The file no longer exists.');
export const unknownCustomer = refusal('payments.unknown_customer', 'There is no such customer.', 'user_id');
