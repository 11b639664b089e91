import { endpoint } from '../endpoint.ts';
import type * as schemas from './proof.schemas.ts';

export type * from './proof.schemas.ts';

export const downloadGenerated = endpoint<typeof schemas.downloadGenerated>()({
  method: 'GET',
  path: '/ai/generations/:id/file',
  summary: 'Download a generated file',
  description: 'For its customer and for administrators, also when its session is over.',
  who: 'signed-in',
});

export const downloadProof = endpoint<typeof schemas.downloadProof>()({
  method: 'GET',
  path: '/ai/generations/:id/proof',
  summary: 'Download the proof of a generated file',
  description:
    'What was changed and what speaks for it, as JSON, signed by the portal. It stays when the session is over.',
  who: 'signed-in',
});

export const downloadProofPage = endpoint<typeof schemas.downloadProofPage>()({
  method: 'GET',
  path: '/ai/generations/:id/proof-page',
  summary: 'Download the proof as a page',
  description: 'The proof of a generated file as a page to print.',
  who: 'signed-in',
});

export const getProofKey = endpoint<typeof schemas.getProofKey>()({
  method: 'GET',
  path: '/ai/proof-key',
  summary: 'Get the key of the proofs',
  description: 'With which key the proofs of this portal are signed.',
  who: 'anyone',
});

export const downloadDtcOffRecord = endpoint<typeof schemas.downloadDtcOffRecord>()({
  method: 'GET',
  path: '/ai/record/csv',
  summary: 'Download the DTC OFF record as CSV',
  description: 'Every generated file with its declared use, for the operator.',
  who: 'dtc-off.read-record',
});
