import { endpoint } from '../endpoint.ts';
import type * as schemas from './proof.schemas.ts';

export type * from './proof.schemas.ts';

/** A file that was made, also when its session is over: for its customer and for administrators. */
export const downloadGenerated = endpoint<typeof schemas.downloadGenerated>()({
  method: 'GET',
  path: '/ai/generations/:id/file',
  who: 'signed-in',
});

/** The signed proof of a generated file, as JSON. It stays when the session is over. */
export const downloadProof = endpoint<typeof schemas.downloadProof>()({
  method: 'GET',
  path: '/ai/generations/:id/proof',
  who: 'signed-in',
});

/** The same as a page to print. */
export const downloadProofPage = endpoint<typeof schemas.downloadProofPage>()({
  method: 'GET',
  path: '/ai/generations/:id/proof-page',
  who: 'signed-in',
});

/** With which key the proofs of this portal are signed. */
export const getProofKey = endpoint<typeof schemas.getProofKey>()({
  method: 'GET',
  path: '/ai/proof-key',
  who: 'anyone',
});

/** Every generated file with its declared use, as CSV, for the operator. */
export const downloadDtcOffRecord = endpoint<typeof schemas.downloadDtcOffRecord>()({
  method: 'GET',
  path: '/ai/record/csv',
  who: 'admin',
});
