import { LONG_WORK_SECONDS, endpoint } from '../endpoint.ts';
import type * as schemas from './review.schemas.ts';
import { invalid } from '../texts.ts';
import { ATTACHING_ERRORS } from './review.list.ts';

export type * from './review.schemas.ts';

export const uploadModified = endpoint<typeof schemas.uploadModified>()({
  method: 'POST',
  path: '/files/:id/upload-mod-file',
  summary: 'Attach a modified file',
  description: 'Compares it with the original first. What the comparison warns of has to be confirmed.',
  who: 'files.attach-modified',
  file: { missing: invalid('errors.review.select_file_before_uploading') },
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...ATTACHING_ERRORS, 'files.other_file'],
});

export const setFeasibility = endpoint<typeof schemas.setFeasibility>()({
  method: 'PUT',
  path: '/files/:id/feasible-and-price',
  summary: 'Set feasibility and price',
  description: 'What an administrator decides about a file, with the modified file where there is one already.',
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
  description: 'What attaching this modified file would find; nothing is stored.',
  who: 'files.attach-modified',
  file: { missing: invalid('errors.review.select_file_before_uploading') },
  longestSeconds: LONG_WORK_SECONDS,
});
