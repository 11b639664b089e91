import { LONG_WORK_SECONDS, endpoint } from '../endpoint.ts';
import type * as schemas from './review.schemas.ts';

export type * from './review.schemas.ts';

export const uploadModified = endpoint<typeof schemas.uploadModified>()({
  method: 'POST',
  path: '/files/:id/upload-mod-file',
  who: 'admin',
  file: { missing: 'Please select a file before uploading.' },
  longestSeconds: LONG_WORK_SECONDS,
});

export const setFeasibility = endpoint<typeof schemas.setFeasibility>()({
  method: 'PUT',
  path: '/files/:id/feasible-and-price',
  who: 'admin',
  file: 'optional',
  longestSeconds: LONG_WORK_SECONDS,
});

/** Compares a file with the original of this one and keeps nothing: what attaching it would find. */
export const compareWithOriginal = endpoint<typeof schemas.compareWithOriginal>()({
  method: 'POST',
  path: '/files/:id/compare-mod-file',
  who: 'admin',
  file: { missing: 'Please select a file before uploading.' },
  longestSeconds: LONG_WORK_SECONDS,
});
