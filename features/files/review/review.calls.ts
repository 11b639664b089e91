import * as z from 'zod/mini';
import { endpoint, LONG_WORK_SECONDS } from '../../../contract/endpoint.ts';
import { Id, orNothing } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { FileDetail } from '../file.ts';
import { ConfirmedFindings, Findings } from '../findings.ts';
import { OfferVersion, SetFeasibility } from './offer.ts';

/** Errors of every call that attaches a modified file, however the file was made. */
export const ATTACHING_ERRORS = [
  'files.closed',
  'files.just_changed',
  'files.not_confirmed',
  'files.not_possible_modified',
  'files.offer_changed',
] as const;

/** Omitted: the old notes stay. Empty: the notes are removed. */
const optionalNotes = z.optional(orNothing(4000));

export const uploadModified = endpoint({
  method: 'POST',
  path: '/files/:id/upload-mod-file',
  summary: 'Attach a modified file',
  description: 'Compares the file with the original first. Warnings of the comparison must be confirmed.',
  who: 'files.attach-modified',
  file: { missing: invalid('errors.review.select_file_before_uploading') },
  timeoutSeconds: LONG_WORK_SECONDS,
  input: z.object({
    id: Id,
    fileId: z.optional(z.union([z.string(), z.number()])),
    notes: optionalNotes,
    confirmed: ConfirmedFindings,
    offer_version: OfferVersion,
  }),
  reply: FileDetail,
  errors: [...ATTACHING_ERRORS, 'files.other_file'],
});

export const setFeasibility = endpoint({
  method: 'PUT',
  path: '/files/:id/feasible-and-price',
  summary: 'Set feasibility and price',
  description: "Sets an administrator's decision about a file, with the modified file if there already is one.",
  who: 'files.price',
  file: 'optional',
  timeoutSeconds: LONG_WORK_SECONDS,
  input: SetFeasibility,
  reply: FileDetail,
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

export const compareWithOriginal = endpoint({
  method: 'POST',
  path: '/files/:id/compare-mod-file',
  summary: 'Compare with the original',
  description: 'Returns the findings that attaching this modified file would have. Nothing is stored.',
  who: 'files.attach-modified',
  file: { missing: invalid('errors.review.select_file_before_uploading') },
  timeoutSeconds: LONG_WORK_SECONDS,
  input: z.object({ id: Id }),
  reply: Findings,
});
