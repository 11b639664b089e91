import { handle, handleList, handlePoll } from '../../../server/http/call.ts';
import { can, type HasRole } from '../../../contract/capabilities.ts';
import * as assignment from '../assignment.calls.ts';
import * as contract from '../files.calls.ts';
import { assignFile, assignSelectedFiles } from './assignment.ts';
import { downloadModified, downloadOriginal } from './downloads.ts';
import { downloadFilesCsv, listFilePage } from './file-list.ts';
import { deleteFile, getPolledFile, listFileHistory, listFiles, listUserFiles } from './files.ts';
import { deleteSelectedFiles, describeSelectedFiles, notifyFileOwners } from './selected-files.ts';
import { cancelFile, confirmAndPay, undoCancel } from './payment.ts';
import { startWork, undoStartWork } from './start-work.ts';

/** Whether the reader sees the names of the owner and of the administrator who set the price. */
const readsNames = (actor: HasRole) => can(actor, 'files.read-all') || can(actor, 'files.price');

export const filesRoutes = [
  handle(contract.listUserFiles, ({ deps, actor, input }) => listUserFiles(deps, actor, input.id)),
  handleList(contract.listFiles, {
    sources: ['files', 'users'],
    readAll: ({ deps, actor }) => listFiles(deps.db, actor),
    readPage: ({ deps, actor, input }) => listFilePage(deps, actor, input),
  }),
  handle(contract.downloadFilesCsv, ({ deps, actor, input }) => downloadFilesCsv(deps, actor, input)),
  handle(contract.describeSelectedFiles, ({ deps, actor, input }) => describeSelectedFiles(deps, actor, input)),
  handle(contract.deleteSelectedFiles, ({ deps, actor, input }) => deleteSelectedFiles(deps, actor, input)),
  handle(contract.notifyFileOwners, ({ deps, actor, input }) => notifyFileOwners(deps, actor, input)),
  handlePoll(contract.getFile, {
    // Owners read their own name; administrators read names and addresses of others, which rarely change.
    sources: ({ actor, input }) => [`file:${input.id}`, readsNames(actor) ? 'names' : `user:${actor.id}`],
    read: ({ deps, actor, input }) => getPolledFile(deps, actor, input.id),
  }),
  handle(contract.listFileHistory, ({ deps, actor, input }) => listFileHistory(deps.db, actor, input.id)),
  handle(contract.downloadOriginal, ({ deps, actor, input }) => downloadOriginal(deps, actor, input.id)),
  handle(contract.startWork, ({ deps, actor, input }) => startWork(deps, actor, input.id)),
  handle(contract.undoStartWork, ({ deps, actor, input }) => undoStartWork(deps, actor, input.id)),
  handle(contract.downloadModified, ({ deps, actor, input }) => downloadModified(deps, actor, input.id)),
  handle(contract.cancelFile, ({ deps, actor, input }) => cancelFile(deps, actor, input.id)),
  handle(contract.undoCancel, ({ deps, actor, input }) => undoCancel(deps, actor, input.id)),
  handle(contract.confirmAndPay, ({ deps, actor, input }) => confirmAndPay(deps, actor, input)),
  handle(contract.deleteFile, ({ deps, actor, input }) => deleteFile(deps, actor, input.id)),
  handle(assignment.assignFile, ({ deps, actor, input }) => assignFile(deps, actor, input)),
  handle(assignment.assignSelectedFiles, ({ deps, actor, input }) => assignSelectedFiles(deps, actor, input)),
];
