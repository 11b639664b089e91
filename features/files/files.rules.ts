import type { File, FileStatus } from './file.ts';
import { OPEN_STATUSES } from './file-status.ts';
import {
  alreadyCanceled,
  alreadyCompleted,
  alreadyPaid,
  alreadyRefunded,
  modifiedUnavailable,
  notCanceled,
  notPossible,
  notReady,
  paidCancel,
  refundedUndo,
  unsupportedCanceled,
} from './files.errors.ts';
import type { Refusal } from '../../contract/refusal.ts';

/** The state that every rule looks at. `xRefusal` returns the reason against it, or null; `canX` returns a boolean. */
export type FileState = Pick<File, 'status' | 'price_status' | 'feasible' | 'price'>;

const OPEN: readonly FileStatus[] = OPEN_STATUSES;

export const isOpen = ({ status }: Pick<FileState, 'status'>) => OPEN.includes(status);

function endRefusal(file: FileState): Refusal | null {
  if (file.status === 'REFUNDED') return alreadyRefunded({ price: file.price });
  if (file.status === 'CANCELED') return alreadyCanceled();
  if (file.status === 'COMPLETED') return alreadyCompleted();
  return null;
}

/** Refuses the administrator's cancel, which refunds a paid file. */
export function adminCancelRefusal(file: FileState): Refusal | null {
  return endRefusal(file) ?? (file.status === 'NOT_SUPPORTED_SOLUTION' ? unsupportedCanceled() : null);
}

/** Refuses the owner's cancel. */
export function customerCancelRefusal(file: FileState): Refusal | null {
  return adminCancelRefusal(file) ?? (file.price_status === 'PAID' ? paidCancel() : null);
}

export function undoCancelRefusal(file: FileState): Refusal | null {
  if (file.status === 'REFUNDED') return refundedUndo();
  return file.status === 'CANCELED' || file.status === 'NOT_SUPPORTED_SOLUTION' ? null : notCanceled();
}

/** Refuses payment where the file cannot be paid; whether the balance is enough is up to the ledger. */
export function paymentRefusal(file: FileState): Refusal | null {
  const ended = endRefusal(file);
  if (ended) return ended;
  if (file.price_status === 'PAID') return alreadyPaid();
  if (file.feasible === 'NOT_POSSIBLE') return notPossible();
  return file.feasible === 'POSSIBLE' && file.status !== 'PENDING' ? null : notReady();
}

export function customerDownloadRefusal(file: FileState): Refusal | null {
  const delivered = file.status === 'PROCESSED' || file.status === 'COMPLETED';
  return delivered && file.price_status === 'PAID' ? null : modifiedUnavailable();
}

export const canCancel = (file: FileState) => customerCancelRefusal(file) === null;
export const canCancelAny = (file: FileState) => adminCancelRefusal(file) === null;
export const canUndoCancel = (file: FileState) => undoCancelRefusal(file) === null;
export const canPay = (file: FileState) => paymentRefusal(file) === null;
export const canDownloadModified = (file: FileState) => customerDownloadRefusal(file) === null;

/** A balance at or above the price pays the file; with less, credits have to be bought first. */
export const canAfford = (balance: number, price: number) => balance >= price;

/** True while feasibility and price are not set yet, even if a modified file exists already. */
export const isWaitingForOffer = (file: FileState) =>
  isOpen(file) && file.price_status === 'UNPAID' && file.feasible === null;

/** While this is true, the customer reads 'File is in progress, please wait...'. */
export const isBeingChecked = (file: FileState) =>
  file.price_status === 'UNPAID' && file.status === 'IN_PROGRESS' && file.feasible !== 'NOT_POSSIBLE';
