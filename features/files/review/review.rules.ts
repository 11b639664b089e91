import type { File } from '../file.ts';
import { isOpen, type FileState } from '../files.rules.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import { closed, modifiedMissing, notPossibleModified, paidNotPossible, paidPrice } from './review.errors.ts';

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
