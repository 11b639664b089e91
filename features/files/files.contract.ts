import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './files.schemas.ts';
import { NOTIFYING_ERRORS } from '../messaging/notifications.list.ts';
import { SELECTION_ERRORS } from './files.list.ts';

export type * from './files.schemas.ts';
export type * from './findings.schemas.ts';

export const listUserFiles = endpoint<typeof schemas.listUserFiles>()({
  method: 'GET',
  path: '/users/:id/files',
  summary: 'List files of a customer',
  description: 'Newest first. Customers can only read their own.',
  who: 'signed-in',
});

export const listFiles = endpoint<typeof schemas.listFiles>()({
  method: 'GET',
  path: '/files',
  summary: 'List files',
  description: 'Returns the whole list without parameters, and one page of it when any parameter is set.',
  who: 'files.read-all',
  polled: true,
  fromReplica: true,
});

export const downloadFilesCsv = endpoint<typeof schemas.downloadFilesCsv>()({
  method: 'GET',
  path: '/files/csv',
  summary: 'Download files as CSV',
  description: 'The matching files, in the order of the list, as a table for a spreadsheet.',
  who: 'files.read-all',
  fromReplica: true,
});

export const describeSelectedFiles = endpoint<typeof schemas.describeSelectedFiles>()({
  method: 'POST',
  path: '/files/selected',
  summary: 'Count selected files',
  description: 'The number of files in a selection, before an action is applied to them.',
  who: 'files.read-all',
});

export const deleteSelectedFiles = endpoint<typeof schemas.deleteSelectedFiles>()({
  method: 'POST',
  path: '/files/selected/delete',
  summary: 'Delete selected files',
  description: 'Deletes the confirmed number of files. Nothing is deleted if the selection has grown since.',
  who: 'files.delete',
  errors: SELECTION_ERRORS,
});

export const notifyFileOwners = endpoint<typeof schemas.notifyFileOwners>()({
  method: 'POST',
  path: '/files/selected/notify',
  summary: 'Notify the owners of selected files',
  description: 'Sends one notification to each customer in the selection.',
  who: 'files.notify-owners',
  errors: [...SELECTION_ERRORS, ...NOTIFYING_ERRORS],
});

export const getFile = endpoint<typeof schemas.getFile>()({
  method: 'GET',
  path: '/files/:id',
  summary: 'Get a file',
  description: 'The job with its vehicle, states and price. Customers can only read their own.',
  who: 'signed-in',
  polled: true,
});

export const listFileHistory = endpoint<typeof schemas.listFileHistory>()({
  method: 'GET',
  path: '/files/:id/history',
  summary: 'List the versions of a file',
  description: 'Every stored version, original or modified, newest first.',
  who: 'signed-in',
});

export const downloadOriginal = endpoint<typeof schemas.downloadOriginal>()({
  method: 'GET',
  path: '/files/:id/download',
  summary: 'Download the original',
  description: 'The bytes that the customer uploaded.',
  who: 'signed-in',
  errors: ['files.bytes_removed'],
});

export const startWork = endpoint<typeof schemas.startWork>()({
  method: 'POST',
  path: '/files/:id/start-work',
  summary: 'Start the work on a file',
  description:
    'Moves a PENDING file to IN_PROGRESS and notifies its owner. A file in any other state stays as it is, with `started` false.',
  who: 'files.process',
});

export const undoStartWork = endpoint<typeof schemas.undoStartWork>()({
  method: 'POST',
  path: '/files/:id/start-work/undo',
  summary: 'Undo the start of the work',
  description:
    'Returns an IN_PROGRESS file to PENDING while nothing else was done with it, and withdraws the unread notification.',
  who: 'files.process',
  errors: ['files.just_changed', 'files.work_goes_on'],
});

export const downloadModified = endpoint<typeof schemas.downloadModified>()({
  method: 'GET',
  path: '/files/:id/download-mod-file',
  summary: 'Download the modified file',
  description:
    'The newest modified version, available to customers after payment. Their first download is recorded as the delivery.',
  who: 'signed-in',
  errors: ['files.bytes_removed', 'files.modified_unavailable'],
});

export const cancelFile = endpoint<typeof schemas.cancelFile>()({
  method: 'PUT',
  path: '/files/:id/cancel',
  summary: 'Cancel a file',
  description:
    'Customers can cancel unpaid files. Administrators can also cancel a paid file, which refunds its price.',
  who: 'signed-in',
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

export const undoCancel = endpoint<typeof schemas.undoCancel>()({
  method: 'PUT',
  path: '/files/:id/cancel/undo',
  summary: 'Restore a canceled file',
  description: 'Returns a file to the state in which it was canceled. A refunded file remains canceled.',
  who: 'files.undo-cancel',
  errors: ['files.just_changed', 'files.not_canceled', 'files.refunded_undo'],
});

export const confirmAndPay = endpoint<typeof schemas.confirmAndPay>()({
  method: 'PUT',
  path: '/files/:id/confirm-and-pay',
  summary: 'Pay a file',
  description:
    'Pays the price from the MAIN balance exactly once, however often it is called. `price` is the price the customer saw; if it has changed, nothing is paid.',
  who: 'files.pay',
  needsActivation: true,
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

export const deleteFile = endpoint<typeof schemas.deleteFile>()({
  method: 'DELETE',
  path: '/files/:id',
  summary: 'Delete a file',
  description: 'Removes the job from every list. Its ledger entries are preserved.',
  who: 'files.delete',
});
