import { refusal, refusalWith } from '../refusal.ts';

export const modifiedMissing = refusal('files.modified_missing', 'Attachment of the mod file is missing!', 'file');
export const closed = refusal('files.closed', 'The file is closed; feasibility and price can no longer be changed.');
/** An offer changed by another administrator: what holds now. `offer_set_by` is a username. */
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
export const notPossibleModified = refusal(
  'files.not_possible_modified',
  'Set the file to POSSIBLE before uploading the modified file.',
);
export const priceMissing = refusal('files.price_missing', 'Price must be a number from 0 to 100000.', 'price');
export const otherFile = refusal('files.other_file', 'The modified file belongs to another file.', 'fileId');
export const notConfirmed = refusal(
  'files.not_confirmed',
  'The comparison with the original has a different result. Please review it again.',
  'file',
);
