import type { File } from '../file.ts';
import { type FileState, isOpen } from '../files.rules.ts';
import { type Refusal, refusal, refusalWith } from '../../../contract/refusal.ts';

export function possibleRefusal(
  file: FileState & Pick<File, 'mod_file_name'>,
  change: { price: number; hasAttachment: boolean },
): Refusal | null {
  if (!isOpen(file)) return closed();
  if (file.price_status === 'PAID' && change.price !== file.price) return paidPrice();
  return change.hasAttachment || file.mod_file_name !== null ? null : modifiedMissing();
}

export function notPossibleRefusal(file: FileState): Refusal | null {
  if (!isOpen(file)) return closed();
  return file.price_status === 'PAID' ? paidNotPossible() : null;
}

export function uploadModifiedRefusal(file: FileState): Refusal | null {
  if (!isOpen(file)) return closed();
  return file.feasible === 'NOT_POSSIBLE' ? notPossibleModified() : null;
}

export const canSetFeasibility = (file: FileState) => isOpen(file);
export const canUploadModified = (file: FileState) => uploadModifiedRefusal(file) === null;

const modifiedMissing = refusal('errors.files.modified_missing', 'file');
const closed = refusal('errors.files.closed');
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
const paidNotPossible = refusal('errors.files.paid_not_possible');
const notPossibleModified = refusal('errors.files.not_possible_modified');
export const priceMissing = refusal('errors.files.price_missing', 'price');
export const otherFile = refusal('errors.files.other_file', 'fileId');
export const notConfirmed = refusal('errors.files.not_confirmed', 'file');
