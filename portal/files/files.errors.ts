import { refusal, refusalWith } from '../refusal.ts';

export const alreadyCanceled = refusal('files.already_canceled', 'Your file is already canceled');
export const alreadyRefunded = refusalWith<{ price: number }>(
  'files.already_refunded',
  ({ price }) => `Your file is already refunded, CRS:${price}`,
);
export const alreadyCompleted = refusal('files.already_completed', 'A completed file cannot be canceled or refunded.');
export const paidCancel = refusal(
  'files.paid_cancel',
  'A paid file can only be canceled by support. Please open a ticket.',
);
export const notPossible = refusal(
  'files.not_possible',
  'At the moment solution is NOT POSSIBLE, we will add it on the next update...',
);
export const notReady = refusal('files.not_ready', 'The file is not ready for payment yet.');
export const alreadyPaid = refusal('files.already_paid', 'The file is already paid.');
export const priceChanged = refusalWith<{ price: number }>(
  'files.price_changed',
  ({ price }) => `The price has changed to ${price} CRS. Please check it and confirm again.`,
);
export const modifiedMissing = refusal('files.modified_missing', 'Attachment of the mod file is missing!', 'file');
export const closed = refusal('files.closed', 'The file is closed; feasibility and price can no longer be changed.');
/** An offer that somebody else has changed: what holds now. `offer_set_by` is a username. */
export type OfferNow = {
  feasible: 'POSSIBLE' | 'NOT_POSSIBLE' | null;
  price: number;
  notes: string | null;
  offer_version: number;
  offer_set_by: string | null;
  offer_set_at: string | null;
};
export const offerChanged = refusalWith<OfferNow>(
  'files.offer_changed',
  () => 'The price, feasibility or notes were changed meanwhile. Please compare them with yours and decide again.',
);
export const paidPrice = refusal('files.paid_price', 'The file is already paid; its price cannot be changed.', 'price');
export const paidNotPossible = refusal(
  'files.paid_not_possible',
  'The file is already paid. Cancel it to refund the customer.',
);
export const notCanceled = refusal('files.not_canceled', 'Only a canceled file can be restored.');
export const refundedUndo = refusal('files.refunded_undo', 'A refunded file cannot be restored.');
export const unsupportedCanceled = refusal(
  'files.unsupported_canceled',
  'The solution is not supported; the process is already canceled.',
);
export const notPossibleModified = refusal(
  'files.not_possible_modified',
  'Set the file to POSSIBLE before uploading the modified file.',
);
export const modifiedUnavailable = refusal('files.modified_unavailable', 'The modified file is not available.');
export const priceMissing = refusal('files.price_missing', 'Price must be a number from 0 to 100000.', 'price');
export const otherFile = refusal('files.other_file', 'The modified file belongs to another file.', 'fileId');
export const unknownSolution = refusal(
  'files.unknown_solution',
  'A chosen solution is no longer offered. Please choose again.',
  'solution_ids',
);
export const oneTuning = refusal('files.one_tuning', 'Only one TUNING solution can be chosen.', 'solution_ids');
export const tooExpensive = refusal(
  'files.too_expensive',
  'Together the chosen solutions cost more than 100000 CRS. Please choose fewer of them.',
  'solution_ids',
);
export const justChanged = refusal('files.just_changed', 'The file has just changed. Please review it and try again.');
export const emptyFile = refusal('files.empty_file', 'The file is empty. Please select another file.', 'file');
export const notConfirmed = refusal(
  'files.not_confirmed',
  'The comparison with the original has a different result. Please review it again.',
  'file',
);
export const moreSelected = refusal(
  'files.more_selected',
  'More is selected now than you confirmed, so nothing was done. Please check the selection.',
);
export const tooManySelected = refusal(
  'files.too_many_selected',
  'At most 10000 files can be changed at once. Please narrow the list.',
);
