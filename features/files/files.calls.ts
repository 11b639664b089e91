import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Moment, RecordId, chosen, boundedList } from '../../contract/fields.ts';
import { ConfirmedCount, MAX_SELECTED, pagedList } from '../../contract/pages.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { moneyInput } from '../credits/money-fields.ts';
import { FILE_SORTS, MAX_REFERENCE, SELECTION_ERRORS } from './file-fields.ts';
import { FileStatus, PriceStatus, FileSummary, FileDetail, HistoryEntry } from './file.ts';
import { notifyOwnersSchemas, NOTIFYING_ERRORS } from '../messaging/notifications.calls.ts';
import { chosenWork } from '../staff/work/work-filter.ts';
import { invalid } from '../../contract/texts.ts';

const Target = z.object({ id: Id });

const ForPrograms = {
  /** Only files with this reference. */
  external_reference: chosen(z.string().check(z.overwrite(visibleText), z.maxLength(MAX_REFERENCE))),
  /** Only files that have changed since. */
  updated_since: chosen(Moment),
};

export const listUserFiles = endpoint({
  method: 'GET',
  path: '/users/:id/files',
  summary: 'List files of a customer',
  description: 'Newest first. Customers can only read their own.',
  who: 'signed-in',
  input: z.object({ ...Target.shape, ...ForPrograms }),
  reply: boundedList(FileSummary),
});

const paged = pagedList(FileSummary, FILE_SORTS, {
  status: chosen(FileStatus),
  price_status: chosen(PriceStatus),
  work: chosenWork,
  /** Only files of this customer. */
  user_id: chosen(Id),
  /** Only files with this tag of the administrators. */
  tag_id: chosen(Id),
  ...ForPrograms,
});

/** The files of a bulk change: those ticked, or all that match a filter. */
export const fileSelection = paged.selection;

export const listFiles = endpoint({
  method: 'GET',
  path: '/files',
  summary: 'List files',
  description: 'Returns the whole list without parameters, and one page of it when any parameter is set.',
  who: 'files.read-all',
  polled: true,
  fromReplica: true,
  input: paged.list.input,
  reply: paged.list.reply,
});

export const downloadFilesCsv = endpoint({
  method: 'GET',
  path: '/files/csv',
  summary: 'Download files as CSV',
  description: 'The matching files, in the order of the list, as a table for a spreadsheet.',
  who: 'files.read-all',
  fromReplica: true,
  input: paged.csv.input,
  reply: paged.csv.reply,
});

export const describeSelectedFiles = endpoint({
  method: 'POST',
  path: '/files/selected',
  summary: 'Count selected files',
  description: 'The number of files in a selection, before an action is applied to them.',
  who: 'files.read-all',
  input: z.object(paged.selection),
  reply: z.object({
    count: z.int(),
    /** The number of customers that own the files. */
    owners: z.int(),
    /** Number of paid files that are not delivered yet. */
    owed: z.int(),
    /** The newest few of the files. */
    named: boundedList(z.object({ file_id: z.string(), file_name: z.string() }), 5),
  }),
});

export const deleteSelectedFiles = endpoint({
  method: 'POST',
  path: '/files/selected/delete',
  summary: 'Delete selected files',
  description: 'Deletes the confirmed number of files. Nothing is deleted if the selection has grown since.',
  who: 'files.delete',
  input: z.object({ ...paged.selection, count: ConfirmedCount }),
  /** `left_out`: confirmed, but gone or changed since; `ids`: the deleted files. */
  reply: z.object({ ...Done.shape, deleted: z.int(), left_out: z.int(), ids: boundedList(RecordId, MAX_SELECTED) }),
  errors: SELECTION_ERRORS,
});

const notifyOwners = notifyOwnersSchemas(paged.selection);

export const notifyFileOwners = endpoint({
  method: 'POST',
  path: '/files/selected/notify',
  summary: 'Notify the owners of selected files',
  description: 'Sends one notification to each customer in the selection.',
  who: 'files.notify-owners',
  input: notifyOwners.input,
  reply: notifyOwners.reply,
  errors: [...SELECTION_ERRORS, ...NOTIFYING_ERRORS],
});

export const getFile = endpoint({
  method: 'GET',
  path: '/files/:id',
  summary: 'Get a file',
  description: 'The job with its vehicle, states and price. Customers can only read their own.',
  who: 'signed-in',
  polled: true,
  input: Target,
  reply: FileDetail,
});

export const listFileHistory = endpoint({
  method: 'GET',
  path: '/files/:id/history',
  summary: 'List the versions of a file',
  description: 'Every stored version, original or modified, newest first.',
  who: 'signed-in',
  input: Target,
  reply: boundedList(HistoryEntry),
});

export const downloadOriginal = endpoint({
  method: 'GET',
  path: '/files/:id/download',
  summary: 'Download the original',
  description: 'The bytes that the customer uploaded.',
  who: 'signed-in',
  input: Target,
  reply: 'bytes',
  errors: ['files.bytes_removed'],
});

export const startWork = endpoint({
  method: 'POST',
  path: '/files/:id/start-work',
  summary: 'Start the work on a file',
  description:
    'Moves a PENDING file to IN_PROGRESS and notifies its owner. A file in any other state stays as it is, with `started` false.',
  who: 'files.process',
  input: Target,
  /** `started`: this call started it. */
  reply: z.object({ ...FileDetail.shape, started: z.boolean() }),
});

export const undoStartWork = endpoint({
  method: 'POST',
  path: '/files/:id/start-work/undo',
  summary: 'Undo the start of the work',
  description:
    'Returns an IN_PROGRESS file to PENDING while nothing else was done with it, and withdraws the unread notification.',
  who: 'files.process',
  input: Target,
  reply: FileDetail,
  errors: ['files.just_changed', 'files.work_goes_on'],
});

export const downloadModified = endpoint({
  method: 'GET',
  path: '/files/:id/download-mod-file',
  summary: 'Download the modified file',
  description:
    'The newest modified version, available to customers after payment. Their first download is recorded as the delivery.',
  who: 'signed-in',
  input: Target,
  reply: 'bytes',
  errors: ['files.bytes_removed', 'files.just_changed', 'files.modified_unavailable'],
});

export const cancelFile = endpoint({
  method: 'PUT',
  path: '/files/:id/cancel',
  summary: 'Cancel a file',
  description:
    'Customers can cancel unpaid files. Administrators can also cancel a paid file, which refunds its price.',
  who: 'signed-in',
  staffNeeds: 'files.cancel-any',
  forTokens: true,
  input: Target,
  reply: FileDetail,
  errors: [
    'credits.spending_stopped',
    'files.already_canceled',
    'files.already_completed',
    'files.already_refunded',
    'files.just_changed',
    'files.paid_cancel',
    'files.unsupported_canceled',
  ],
});

export const undoCancel = endpoint({
  method: 'PUT',
  path: '/files/:id/cancel/undo',
  summary: 'Restore a canceled file',
  description: 'Returns a file to the state in which it was canceled. A refunded file remains canceled.',
  who: 'files.undo-cancel',
  input: Target,
  reply: FileDetail,
  errors: ['files.bytes_removed', 'files.just_changed', 'files.not_canceled', 'files.refunded_undo'],
});

const NOT_PRICE = invalid('errors.files.price_must_number');

export const confirmAndPay = endpoint({
  method: 'PUT',
  path: '/files/:id/confirm-and-pay',
  summary: 'Pay a file',
  description:
    'Pays the price from the MAIN balance exactly once, however often it is called. `price` is the price the customer saw; if it has changed, nothing is paid.',
  who: 'files.pay',
  needsActivation: true,
  /** `price` is the one that the customer saw; if it no longer applies, nothing is paid. */
  input: z.object({ id: Id, price: z.optional(moneyInput(NOT_PRICE, z.number(NOT_PRICE))) }),
  reply: FileDetail,
  errors: [
    'credits.not_enough',
    'credits.spending_stopped',
    'files.already_canceled',
    'files.already_completed',
    'files.already_paid',
    'files.already_refunded',
    'files.just_changed',
    'files.not_possible',
    'files.not_ready',
    'files.price_changed',
  ],
});

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/files/:id',
  summary: 'Delete a file',
  description: 'Removes the job from every list. Its ledger entries are preserved.',
  who: 'files.delete',
  input: Target,
  reply: Done,
});
