import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './proof.schemas.ts';

export type * from './proof.schemas.ts';

export const downloadGenerated = endpoint<typeof schemas.downloadGenerated>()({
  method: 'GET',
  path: '/ai/generations/:id/file',
  summary: 'Download a generated file',
  description: 'Available to its customer and to administrators, even after its session has ended.',
  who: 'signed-in',
});

export const downloadProof = endpoint<typeof schemas.downloadProof>()({
  method: 'GET',
  path: '/ai/generations/:id/proof',
  summary: 'Download the proof of a generated file',
  description:
    'The changes and the evidence for them, as JSON, signed by the portal. Available even after the session has ended.',
  who: 'signed-in',
});

export const downloadProofPage = endpoint<typeof schemas.downloadProofPage>()({
  method: 'GET',
  path: '/ai/generations/:id/proof-page',
  summary: 'Download the proof as a page',
  description: 'The proof of a generated file as a printable page.',
  who: 'signed-in',
});

export const getProofKey = endpoint<typeof schemas.getProofKey>()({
  method: 'GET',
  path: '/ai/proof-key',
  summary: 'Get the public key of the proofs',
  description: 'The public key for verifying the proofs of this portal.',
  who: 'anyone',
});

export const downloadDtcOffRecord = endpoint<typeof schemas.downloadDtcOffRecord>()({
  method: 'GET',
  path: '/ai/record/csv',
  summary: 'Download the DTC OFF record as CSV',
  description: 'Every generated file with its declared use, for the operator.',
  who: 'dtc-off.read-record',
});
