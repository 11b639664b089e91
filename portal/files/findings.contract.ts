import { LONG_WORK_SECONDS, endpoint } from '../endpoint.ts';
import type * as schemas from './findings.schemas.ts';

export type * from './findings.schemas.ts';

/** Compares a file with the original of this one and keeps nothing: what attaching it would find. */
export const compareWithOriginal = endpoint<typeof schemas.compareWithOriginal>()({
  method: 'POST',
  path: '/files/:id/compare-mod-file',
  who: 'admin',
  file: { missing: 'Please select a file before uploading.' },
  longestSeconds: LONG_WORK_SECONDS,
});
