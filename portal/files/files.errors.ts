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
export const notCanceled = refusal('files.not_canceled', 'Only a canceled file can be restored.');
export const refundedUndo = refusal('files.refunded_undo', 'A refunded file cannot be restored.');
export const unsupportedCanceled = refusal(
  'files.unsupported_canceled',
  'The solution is not supported; the process is already canceled.',
);
export const modifiedUnavailable = refusal('files.modified_unavailable', 'The modified file is not available.');
export const justChanged = refusal('files.just_changed', 'The file has just changed. Please review it and try again.');
export const emptyFile = refusal('files.empty_file', 'The file is empty. Please select another file.', 'file');
export const moreSelected = refusal(
  'files.more_selected',
  'More is selected now than you confirmed, so nothing was done. Please check the selection.',
);
export const tooManySelected = refusal(
  'files.too_many_selected',
  'At most 10000 files can be changed at once. Please narrow the list.',
);
