import { endpoint } from '../endpoint.ts';
import type * as schemas from './files.schemas.ts';

export type * from './files.schemas.ts';
export type * from './findings.schemas.ts';

export const listUserFiles = endpoint<typeof schemas.listUserFiles>()({
  method: 'GET',
  path: '/users/:id/files',
  who: 'signed-in',
});

export const listFiles = endpoint<typeof schemas.listFiles>()({
  method: 'GET',
  path: '/files',
  who: 'admin',
  polled: true,
});

/** The files that match, in their order, as a table for a spreadsheet. */
export const downloadFilesCsv = endpoint<typeof schemas.downloadFilesCsv>()({
  method: 'GET',
  path: '/files/csv',
  who: 'admin',
});

/** How many files a selection is, before something is done with them. */
export const describeSelectedFiles = endpoint<typeof schemas.describeSelectedFiles>()({
  method: 'POST',
  path: '/files/selected',
  who: 'admin',
});

export const deleteSelectedFiles = endpoint<typeof schemas.deleteSelectedFiles>()({
  method: 'POST',
  path: '/files/selected/delete',
  who: 'admin',
});

export const notifyFileOwners = endpoint<typeof schemas.notifyFileOwners>()({
  method: 'POST',
  path: '/files/selected/notify',
  who: 'admin',
});

export const getFile = endpoint<typeof schemas.getFile>()({
  method: 'GET',
  path: '/files/:id',
  who: 'signed-in',
  polled: true,
});

export const listFileHistory = endpoint<typeof schemas.listFileHistory>()({
  method: 'GET',
  path: '/files/:id/history',
  who: 'signed-in',
});

export const downloadOriginal = endpoint<typeof schemas.downloadOriginal>()({
  method: 'GET',
  path: '/files/:id/download',
  who: 'signed-in',
});

export const downloadModified = endpoint<typeof schemas.downloadModified>()({
  method: 'GET',
  path: '/files/:id/download-mod-file',
  who: 'signed-in',
});

export const cancelFile = endpoint<typeof schemas.cancelFile>()({
  method: 'PUT',
  path: '/files/:id/cancel',
  who: 'signed-in',
});

export const undoCancel = endpoint<typeof schemas.undoCancel>()({
  method: 'PUT',
  path: '/files/:id/cancel/undo',
  who: 'admin',
});

export const confirmAndPay = endpoint<typeof schemas.confirmAndPay>()({
  method: 'PUT',
  path: '/files/:id/confirm-and-pay',
  who: 'customer',
  needsActivation: true,
});

export const deleteFile = endpoint<typeof schemas.deleteFile>()({
  method: 'DELETE',
  path: '/files/:id',
  who: 'admin',
});
