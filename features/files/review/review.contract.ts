import { LONG_WORK_SECONDS, endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './review.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { ATTACHING_ERRORS } from './review.list.ts';

export type * from './review.schemas.ts';

export const uploadModified = endpoint<typeof schemas.uploadModified>()({
  method: 'POST',
  path: '/files/:id/upload-mod-file',
  summary: 'Attach a modified file',
  description: 'Compares the file with the original first. Warnings of the comparison must be confirmed.',
  who: 'files.attach-modified',
  file: { missing: invalid('errors.review.select_file_before_uploading') },
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...ATTACHING_ERRORS, 'files.other_file'],
});

export const setFeasibility = endpoint<typeof schemas.setFeasibility>()({
  method: 'PUT',
  path: '/files/:id/feasible-and-price',
  summary: 'Set feasibility and price',
  description: "Sets an administrator's decision about a file, with the modified file if there already is one.",
  who: 'files.price',
  file: 'optional',
  longestSeconds: LONG_WORK_SECONDS,
  errors: [
    'files.closed',
    'files.just_changed',
    'files.modified_missing',
    'files.not_confirmed',
    'files.offer_changed',
    'files.paid_not_possible',
    'files.paid_price',
    'files.price_missing',
  ],
});

export const compareWithOriginal = endpoint<typeof schemas.compareWithOriginal>()({
  method: 'POST',
  path: '/files/:id/compare-mod-file',
  summary: 'Compare with the original',
  description: 'Returns the findings that attaching this modified file would have. Nothing is stored.',
  who: 'files.attach-modified',
  file: { missing: invalid('errors.review.select_file_before_uploading') },
  longestSeconds: LONG_WORK_SECONDS,
});
