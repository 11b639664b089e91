import type { File, FileStatus, Vehicle } from './file.ts';
import { type Refusal, refusal, refusalWith } from '../../contract/refusal.ts';
import { type FileFieldValues, OPEN_STATUSES } from './file-fields.ts';

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

/** Such as 12583369, 1037362276 or 8N0906018CB; not EDC17CP44, which names a kind of control unit. */
const PART_NUMBER = /\d{5,}/;

/** Describes the vehicle of a file in words: "Audi S3 1.8 T, 2001". Numbers of parts name no vehicle. */
export function vehicleText({ brand, ecu, generation }: { brand: string; ecu: string; generation: string }): string {
  const words = ecu.split(/\s+/).filter((word) => !PART_NUMBER.test(word));
  return `${[brand, ...words].join(' ').trim()}, ${generation}`;
}

/** Returns the vehicle of a file in the form of the specified response. */
export const vehicleOf = (file: FileFieldValues): Vehicle => ({
  type: file.vehicle,
  brand: file.brand,
  model: file.model,
  ecu: file.ecu,
  generation: file.generation,
  gear: file.gear,
  petrol_type: file.petrol_type,
});

export const alreadyCanceled = refusal('errors.files.already_canceled');
const alreadyRefunded = refusalWith<{ price: number }>('errors.files.already_refunded');
const alreadyCompleted = refusal('errors.files.already_completed');
const paidCancel = refusal('errors.files.paid_cancel');
export const notPossible = refusal('errors.files.not_possible');
const notReady = refusal('errors.files.not_ready');
const alreadyPaid = refusal('errors.files.already_paid');
export const priceChanged = refusalWith<{ price: number }>('errors.files.price_changed');
const notCanceled = refusal('errors.files.not_canceled');
const refundedUndo = refusal('errors.files.refunded_undo');
const unsupportedCanceled = refusal('errors.files.unsupported_canceled');
const modifiedUnavailable = refusal('errors.files.modified_unavailable');
export const workGoesOn = refusal('errors.files.work_goes_on');
export const justChanged = refusal('errors.files.just_changed');
export const emptyFile = refusal('errors.files.empty_file', 'file');
export const moreSelected = refusal('errors.files.more_selected');
export const bytesRemoved = refusal('errors.files.bytes_removed');
export const changesLinkGone = refusal('errors.files.changes_link_gone');
export const changesNotDrawn = refusal('errors.files.changes_not_drawn');
export const tooManySelected = refusal('errors.files.too_many_selected');
/** A colleague was faster; `assignee_id` is the colleague's. */
export const taken = refusalWith<{ username: string; assignee_id: number }>('errors.files.taken');
export const released = refusal('errors.files.released');
export const notStaff = refusal('errors.files.not_staff', 'assignee_id');

/** Marks the customer's codes in the joined list of solutions. */
export const DTC_PREFIX = 'DTC:';

/** The length that a stored list has room for. */
export const MAX_DTC_TEXT_LENGTH = 500;

/** Joins chosen solutions as stored and shown: names joined by commas, the customer's codes as `DTC:{text}`. */
export function joinSolutionNames(names: readonly string[], dtcText: string | null): string {
  const codes = cleanDtcText(dtcText ?? '');
  return [...names, ...(codes === '' ? [] : [DTC_PREFIX + codes])].join(',');
}

/**
 * Returns the codes in a joined list, or null. Text after them belongs to them until the next of the chosen names: a
 * comma typed between two codes does not end the list.
 */
export function readDtcText(solution: string | undefined, chosenNames: readonly string[] = []): string | null {
  const parts = solution?.split(',') ?? [];
  const codesAt = parts.findIndex((name) => name.startsWith(DTC_PREFIX));
  if (codesAt < 0) return null;
  const rest = parts.slice(codesAt + 1);
  const nextAt = rest.findIndex((name) => chosenNames.includes(name.trim()));
  const own = [parts[codesAt]?.slice(DTC_PREFIX.length), ...rest.slice(0, nextAt < 0 ? undefined : nextAt)];
  const codes = cleanDtcText(own.join(','));
  return codes === '' ? null : codes.slice(0, MAX_DTC_TEXT_LENGTH);
}

/** Replaces commas by spaces, because a comma would end the entry in the joined list (G-55). */
export const cleanDtcText = (text: string): string => text.replace(/,/g, ' ').replace(/\s+/g, ' ').trim();

/**
 * Appends to the typed text the codes that were chosen from the file's list and are not in it yet. When there is no
 * room, whole codes are left out, because part of a code would be a different code.
 */
export function joinDtcText(typed: string, codes: readonly string[]): string {
  const words = cleanDtcText(typed);
  const written = new Set(words.toUpperCase().split(' '));
  let text = words.slice(0, MAX_DTC_TEXT_LENGTH);
  for (const code of codes) {
    if (written.has(code)) continue;
    if (text.length + code.length + ' …'.length >= MAX_DTC_TEXT_LENGTH) return `${text} …`;
    text = text === '' ? code : `${text} ${code}`;
    written.add(code);
  }
  return text;
}

/** Splits a stored list into its parts, to show them one by one. */
export const splitSolutionNames = (solution: string): string[] => solution.split(',').filter((name) => name !== '');
