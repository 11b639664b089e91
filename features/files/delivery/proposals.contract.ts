import { LONG_WORK_SECONDS, endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './proposals.schemas.ts';
import { BUSY_ERRORS } from '../../dtc-off/dtc-off.list.ts';
import { ATTACHING_ERRORS } from '../review/review.list.ts';

export type * from './proposals.schemas.ts';

export const getOrder = endpoint<typeof schemas.getOrder>()({
  method: 'GET',
  path: '/files/:id/ordered-dtcs',
  summary: 'Get the ordered codes of a file',
  description:
    'Shows which of the ordered trouble codes are in the file and which can be switched off under the rules for its customer, or why not, together with the newest proposal.',
  who: 'files.attach-modified',
  longestSeconds: LONG_WORK_SECONDS,
  errors: BUSY_ERRORS,
});

export const createProposal = endpoint<typeof schemas.createProposal>()({
  method: 'POST',
  path: '/files/:id/proposals',
  summary: 'Switch the ordered codes off',
  description:
    'Generates a modified file with its proof from the original and compares both. The result is a proposal and is not attached yet. Repeating the call returns the same proposal.',
  who: 'files.attach-modified',
  status: 201,
  longestSeconds: LONG_WORK_SECONDS,
  errors: [
    'dtc-off.blocked',
    'dtc-off.cannot_generate',
    'dtc-off.declaration_missing',
    'dtc-off.not_generated',
    'dtc-off.nothing_to_switch',
    ...BUSY_ERRORS,
    'files.closed',
    'files.not_possible_modified',
    'storage.no_room',
  ],
});

export const attachProposal = endpoint<typeof schemas.attachProposal>()({
  method: 'POST',
  path: '/files/:id/proposals/:proposalId/attach',
  summary: 'Attach a proposal',
  description:
    'Attaches it like any modified file: it is compared with the original again, and warnings must be confirmed.',
  who: 'files.attach-modified',
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...ATTACHING_ERRORS, 'not_found'],
});

export const downloadProposal = endpoint<typeof schemas.downloadProposal>()({
  method: 'GET',
  path: '/files/:id/proposals/:proposalId/file',
  summary: 'Download a proposed file',
  description: 'The proposed file before it is attached. For administrators.',
  who: 'files.attach-modified',
});

export const downloadProposalProof = endpoint<typeof schemas.downloadProposalProof>()({
  method: 'GET',
  path: '/files/:id/proposals/:proposalId/proof',
  summary: 'Download the proof of a proposal',
  description: 'The changes and the evidence for them, as JSON, signed by the portal.',
  who: 'files.attach-modified',
});

export const downloadFileProof = endpoint<typeof schemas.downloadFileProof>()({
  method: 'GET',
  path: '/files/:id/proof',
  summary: 'Download the proof of the modified file',
  description:
    'The proof of the newest modified version as JSON, if DTC OFF generated that version. Available to customers after payment, like the version itself.',
  who: 'signed-in',
  errors: ['files.modified_unavailable'],
});

export const downloadFileProofPage = endpoint<typeof schemas.downloadFileProofPage>()({
  method: 'GET',
  path: '/files/:id/proof-page',
  summary: 'Download the proof of the modified file as a page',
  description: 'The same proof as a printable page.',
  who: 'signed-in',
  errors: ['files.modified_unavailable'],
});
