import { refusal } from '../../contract/refusal.ts';

export const notUnderReview = refusal('errors.payments.not_under_review');
export const notBookable = refusal('errors.payments.not_bookable');
export const alreadyBooked = refusal('errors.payments.already_booked');
export const notActivated = refusal('errors.payments.not_activated');
export const fileGone = refusal('errors.payments.file_gone');
export const unknownCustomer = refusal('errors.payments.unknown_customer', 'user_id');
