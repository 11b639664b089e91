import { refusal, refusalWith } from '../../contract/refusal.ts';

export const alreadyCanceled = refusal('errors.files.already_canceled');
export const alreadyRefunded = refusalWith<{ price: number }>('errors.files.already_refunded');
export const alreadyCompleted = refusal('errors.files.already_completed');
export const paidCancel = refusal('errors.files.paid_cancel');
export const notPossible = refusal('errors.files.not_possible');
export const notReady = refusal('errors.files.not_ready');
export const alreadyPaid = refusal('errors.files.already_paid');
export const priceChanged = refusalWith<{ price: number }>('errors.files.price_changed');
export const notCanceled = refusal('errors.files.not_canceled');
export const refundedUndo = refusal('errors.files.refunded_undo');
export const unsupportedCanceled = refusal('errors.files.unsupported_canceled');
export const modifiedUnavailable = refusal('errors.files.modified_unavailable');
export const workGoesOn = refusal('errors.files.work_goes_on');
export const justChanged = refusal('errors.files.just_changed');
export const emptyFile = refusal('errors.files.empty_file', 'file');
export const moreSelected = refusal('errors.files.more_selected');
export const bytesRemoved = refusal('errors.files.bytes_removed');
export const tooManySelected = refusal('errors.files.too_many_selected');
/** A colleague was faster; `assignee_id` is the colleague's. */
export const taken = refusalWith<{ username: string; assignee_id: number }>('errors.files.taken');
export const released = refusal('errors.files.released');
export const notStaff = refusal('errors.files.not_staff', 'assignee_id');
