import { handle, handleList, handlePoll, handlePublic } from '../../../server/http/call.ts';
import { type HasRole, can } from '../../../contract/capabilities.ts';
import * as assignment from '../assignment.calls.ts';
import * as contract from '../files.calls.ts';
import { assignFile, assignSelectedFiles } from './assignment.ts';
import { downloadModified, downloadOriginal } from './downloads.ts';
import { downloadFilesCsv, listFilePage } from './file-list.ts';
import { deleteFile, getPolledFile, listFileHistory, listFiles, listUserFiles } from './files.ts';
import { deleteSelectedFiles, describeSelectedFiles, notifyFileOwners } from './selected-files.ts';
import { cancelFile, confirmAndPay, undoCancel } from './payment.ts';
import { startWork, undoStartWork } from './start-work.ts';
import * as changesCalls from '../changes/changes.calls.ts';
import { createChangeLink, getChangeLink, readChangeLink, revokeChangeLink } from '../changes/server/change-links.ts';
import * as proposalsCalls from '../delivery/proposals.calls.ts';
import {
  attachProposal,
  createProposal,
  downloadFileProof,
  downloadFileProofPage,
  downloadProposal,
  downloadProposalProof,
  getOrder,
} from '../delivery/server/proposals.ts';
import * as expectedTimeCalls from '../expected-time/expected-time.calls.ts';
import { getExpectedTime, getExpectedTimeOfFile } from '../expected-time/server/expected-time.ts';
import * as furtherFilesCalls from '../further/further-files.calls.ts';
import { addFurtherFile, downloadFurtherFile, listFurtherFiles } from '../further/server/further-files.ts';
import * as identificationCalls from '../identification/identification.calls.ts';
import { getIdentification } from '../identification/server/identification.ts';
import * as reviewCalls from '../review/review.calls.ts';
import { setFeasibility, uploadModified } from '../review/server/feasibility.ts';
import { compareWithOriginal } from '../review/server/findings.ts';
import * as revisionsCalls from '../revisions/revisions.calls.ts';
import { declineRevision, downloadVersion, listRevisions, requestRevision } from '../revisions/server/revisions.ts';
import * as similarFilesCalls from '../similar/similar-files.calls.ts';
import { checkReuse, downloadToCompare, listSimilarFiles, reuseModified } from '../similar/server/similar-files.ts';
import * as limit from '../upload-limit/upload-limit.calls.ts';
import { getUploadLimit } from '../upload-limit/server/upload-limit.ts';
import * as uploadCalls from '../upload/upload.calls.ts';
import { createFile, getQuote } from '../upload/server/upload.ts';

/** Whether the reader sees the names of the owner and of the administrator who set the price. */
const readsNames = (actor: HasRole) => can(actor, 'files.read-all') || can(actor, 'files.price');

export const filesRoutes = [
  handle(contract.listUserFiles, ({ deps, actor, input }) => listUserFiles(deps, actor, input)),
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
  handle(changesCalls.getChangeLink, ({ deps, actor, input }) => getChangeLink(deps, actor, input.id)),
  handle(changesCalls.createChangeLink, ({ deps, actor, input }) => createChangeLink(deps, actor, input.id)),
  handle(changesCalls.revokeChangeLink, ({ deps, actor, input }) => revokeChangeLink(deps, actor, input.id)),
  handlePublic(changesCalls.readChangeLink, ({ deps, input }) => readChangeLink(deps, input.token)),
  handle(proposalsCalls.getOrder, ({ deps, actor, input }) => getOrder(deps, actor, input)),
  handle(proposalsCalls.createProposal, ({ deps, actor, input }) => createProposal(deps, actor, input)),
  handle(proposalsCalls.attachProposal, ({ deps, actor, input }) => attachProposal(deps, actor, input)),
  handle(proposalsCalls.downloadProposal, ({ deps, actor, input }) => downloadProposal(deps, actor, input)),
  handle(proposalsCalls.downloadProposalProof, ({ deps, actor, input }) => downloadProposalProof(deps, actor, input)),
  handle(proposalsCalls.downloadFileProof, ({ deps, actor, input }) => downloadFileProof(deps, actor, input.id)),
  handle(proposalsCalls.downloadFileProofPage, ({ deps, actor, input }) =>
    downloadFileProofPage(deps, actor, input.id),
  ),
  handle(expectedTimeCalls.getExpectedTime, ({ deps, input }) => getExpectedTime(deps, input.solutions)),
  handle(expectedTimeCalls.getExpectedTimeOfFile, ({ deps, actor, input }) =>
    getExpectedTimeOfFile(deps, actor, input.id),
  ),
  handle(furtherFilesCalls.listFurtherFiles, ({ deps, actor, input }) => listFurtherFiles(deps, actor, input.id)),
  handle(furtherFilesCalls.addFurtherFile, ({ deps, actor, input, upload }) =>
    addFurtherFile(deps, actor, { ...input, upload }),
  ),
  handle(furtherFilesCalls.downloadFurtherFile, ({ deps, actor, input }) => downloadFurtherFile(deps, actor, input)),
  handle(identificationCalls.getIdentification, ({ deps, actor, input }) =>
    getIdentification(deps.db, actor, input.id),
  ),
  handle(reviewCalls.uploadModified, ({ deps, actor, input, upload }) =>
    uploadModified(deps, actor, { ...input, fileId: input.fileId, upload }),
  ),
  handle(reviewCalls.setFeasibility, ({ deps, actor, input, upload }) =>
    setFeasibility(deps, actor, { ...input, upload }),
  ),
  handle(reviewCalls.compareWithOriginal, ({ deps, actor, input, upload }) =>
    compareWithOriginal(deps, actor, { ...input, upload }),
  ),
  handle(revisionsCalls.listRevisions, ({ deps, actor, input }) => listRevisions(deps, actor, input.id)),
  handle(revisionsCalls.requestRevision, ({ deps, actor, input }) => requestRevision(deps, actor, input)),
  handle(revisionsCalls.declineRevision, ({ deps, actor, input }) => declineRevision(deps, actor, input)),
  handle(revisionsCalls.downloadVersion, ({ deps, actor, input }) => downloadVersion(deps, actor, input)),
  handle(similarFilesCalls.listSimilarFiles, ({ deps, actor, input }) => listSimilarFiles(deps, actor, input.id)),
  handle(similarFilesCalls.downloadToCompare, ({ deps, actor, input }) => downloadToCompare(deps, actor, input.id)),
  handle(similarFilesCalls.checkReuse, ({ deps, actor, input }) => checkReuse(deps, actor, input)),
  handle(similarFilesCalls.reuseModified, ({ deps, actor, input }) => reuseModified(deps, actor, input)),
  handle(uploadCalls.getQuote, ({ deps, input }) => getQuote(deps, input.solutions)),
  handle(uploadCalls.createFile, ({ deps, actor, input, upload }) =>
    createFile(deps, actor, { fields: input, upload }),
  ),
  handle(limit.getUploadLimit, ({ deps, actor }) => getUploadLimit(deps, actor)),
];
