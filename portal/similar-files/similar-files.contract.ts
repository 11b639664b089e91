import { LONG_WORK_SECONDS, endpoint } from '../endpoint.ts';
import type * as schemas from './similar-files.schemas.ts';
import { ATTACHING_ERRORS } from '../review/review.list.ts';

export type * from './similar-files.schemas.ts';

/** Error codes when the other file's modified file cannot be reused. */
const REUSE_ERRORS = ['similar-files.made_by_dtc_off', 'similar-files.no_modified', 'similar-files.not_identical'];

export const listSimilarFiles = endpoint<typeof schemas.listSimilarFiles>()({
  method: 'GET',
  path: '/files/:id/similar-files',
  summary: 'List the files whose original is like this one',
  description:
    'For administrators: identical originals, the same memory in another form, those that share most bytes with the share as it was counted, and those with the same software number.',
  who: 'files.read-all',
});

export const downloadToCompare = endpoint<typeof schemas.downloadToCompare>()({
  method: 'GET',
  path: '/files/:id/original-to-compare',
  summary: 'Download an original for a comparison',
  description: 'The same bytes as the download of the original. It does not take the file up.',
  who: 'files.attach-modified',
});

export const checkReuse = endpoint<typeof schemas.checkReuse>()({
  method: 'GET',
  path: '/files/:id/reuse/:otherId',
  summary: 'Check a modified file for its reuse',
  description:
    'What attaching the modified file of another file with an identical original would find, by the order of this file; nothing is stored.',
  who: 'files.attach-modified',
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...REUSE_ERRORS, 'not_found'],
});

export const reuseModified = endpoint<typeof schemas.reuseModified>()({
  method: 'POST',
  path: '/files/:id/reuse/:otherId',
  summary: 'Reuse a modified file',
  description:
    'Attaches a copy of the modified file of another file, if both originals are identical. It is compared with this original and this order first, as any modified file is, and named after this file. The price is not touched.',
  who: 'files.attach-modified',
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...ATTACHING_ERRORS, ...REUSE_ERRORS, 'not_found'],
});
