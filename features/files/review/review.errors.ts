import { refusal, refusalWith } from '../../../contract/refusal.ts';

export const modifiedMissing = refusal('errors.files.modified_missing', 'file');
export const closed = refusal('errors.files.closed');
/** The current values of an offer that another administrator has changed. `offer_set_by` is a username. */
export type CurrentOffer = {
  feasible: 'POSSIBLE' | 'NOT_POSSIBLE' | null;
  price: number;
  notes: string | null;
  offer_version: number;
  offer_set_by: string | null;
  offer_set_at: string | null;
};
export const offerChanged = refusalWith<CurrentOffer>('errors.files.offer_changed');
export const paidPrice = refusal('errors.files.paid_price', 'price');
export const paidNotPossible = refusal('errors.files.paid_not_possible');
export const notPossibleModified = refusal('errors.files.not_possible_modified');
export const priceMissing = refusal('errors.files.price_missing', 'price');
export const otherFile = refusal('errors.files.other_file', 'fileId');
export const notConfirmed = refusal('errors.files.not_confirmed', 'file');
