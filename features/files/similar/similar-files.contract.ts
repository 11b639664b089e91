import { LONG_WORK_SECONDS, endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './similar-files.schemas.ts';
import { ATTACHING_ERRORS } from '../review/review.list.ts';

export type * from './similar-files.schemas.ts';

/** Error codes when the other file's modified file cannot be reused. */
const REUSE_ERRORS = ['similar-files.made_by_dtc_off', 'similar-files.no_modified', 'similar-files.not_identical'];

export const listSimilarFiles = endpoint<typeof schemas.listSimilarFiles>()({
  method: 'GET',
  path: '/files/:id/similar-files',
  summary: 'List files with a similar original',
  description:
    'For administrators: identical originals, the same memory in another form, the originals with the most bytes in common and their counted share, and those with the same software number.',
  who: 'files.read-all',
});

export const downloadToCompare = endpoint<typeof schemas.downloadToCompare>()({
  method: 'GET',
  path: '/files/:id/original-to-compare',
  summary: 'Download an original for a comparison',
  description: 'The same bytes as the download of the original, without starting the processing of the file.',
  who: 'files.attach-modified',
});

export const checkReuse = endpoint<typeof schemas.checkReuse>()({
  method: 'GET',
  path: '/files/:id/reuse/:otherId',
  summary: 'Check whether a modified file can be reused',
  description:
    'Returns the findings of attaching the modified file of another file with an identical original, judged by the order of this file. Nothing is stored.',
  who: 'files.attach-modified',
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...REUSE_ERRORS, 'not_found'],
});

export const reuseModified = endpoint<typeof schemas.reuseModified>()({
  method: 'POST',
  path: '/files/:id/reuse/:otherId',
  summary: 'Reuse a modified file',
  description:
    "Attaches a copy of another file's modified file if both originals are identical. It is first compared with this original and this order, like any modified file, and named after this file. The price is not changed.",
  who: 'files.attach-modified',
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...ATTACHING_ERRORS, ...REUSE_ERRORS, 'not_found'],
});
