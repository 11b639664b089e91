import * as z from 'zod/mini';
import { LONG_WORK_SECONDS, endpoint } from '../../../contract/endpoint.ts';
import { Id, RecordId, boundedList } from '../../../contract/fields.ts';
import { FileDetail, FileStatus } from '../file.ts';
import { ConfirmedFindings, Findings } from '../findings.ts';
import { ATTACHING_ERRORS } from '../review/review.calls.ts';

/** Number of files that are compared byte by byte, the likeliest first. */
export const MAX_COMPARED = 8;

/** Number of files of each kind that are shown. */
export const MAX_OF_A_KIND = 5;

/** Minimum share of equal bytes; any two programs of one control unit share up to half. */
export const MIN_LIKENESS = 0.5;

/** The kinds of likeness between two originals, the closest first. */
export const LIKENESSES = ['IDENTICAL', 'SAME_CONTENT', 'ALIKE', 'SAME_SOFTWARE'] as const;

/** Another file whose original is like this one's. */
export const SimilarFile = z.object({
  id: RecordId,
  file_id: z.string(),
  file_name: z.string(),
  username: z.string(),
  /** Null once the account is deleted. */
  user_id: z.nullable(RecordId),
  solution: z.string(),
  status: FileStatus,
  created_at: z.string(),
  /**
   * IDENTICAL: the same SHA-256. SAME_CONTENT: the same memory in another form, such as doubled. ALIKE: compared byte
   * by byte. SAME_SOFTWARE: the same software number; nothing else is known.
   */
  likeness: z.enum(LIKENESSES),
  /** Excludes bytes that are blank in both files; null: the two were not compared. */
  bytes_compared: z.nullable(z.int()),
  bytes_same: z.nullable(z.int()),
  has_modified: z.boolean(),
  /**
   * Whether its modified file can be reused: both originals are identical, and no proof belongs to another customer.
   */
  can_reuse: z.boolean(),
});
export type SimilarFile = z.output<typeof SimilarFile>;

export const SimilarFiles = z.object({
  /** WAITING: not read yet. FAILED: could not be read, so only identical files are found. */
  state: z.enum(['WAITING', 'DONE', 'FAILED']),
  files: boundedList(SimilarFile, MAX_OF_A_KIND * LIKENESSES.length),
});
export type SimilarFiles = z.output<typeof SimilarFiles>;

const Target = z.object({ id: Id });

const Pair = z.object({ id: Id, otherId: Id });

/** Error codes when the other file's modified file cannot be reused. */
const REUSE_ERRORS = ['similar-files.made_by_dtc_off', 'similar-files.no_modified', 'similar-files.not_identical'];

export const listSimilarFiles = endpoint({
  method: 'GET',
  path: '/files/:id/similar-files',
  summary: 'List files with a similar original',
  description:
    'For administrators: identical originals, the same memory in another form, the originals with the most bytes in common and their counted share, and those with the same software number.',
  who: 'files.read-all',
  automatic: true,
  input: Target,
  reply: SimilarFiles,
});

export const downloadToCompare = endpoint({
  method: 'GET',
  path: '/files/:id/original-to-compare',
  summary: 'Download an original for a comparison',
  description: 'The same bytes as the download of the original, without starting the processing of the file.',
  who: 'files.attach-modified',
  input: Target,
  reply: 'bytes',
});

export const checkReuse = endpoint({
  method: 'GET',
  path: '/files/:id/reuse/:otherId',
  summary: 'Check whether a modified file can be reused',
  description:
    'Returns the findings of attaching the modified file of another file with an identical original, judged by the order of this file. Nothing is stored.',
  who: 'files.attach-modified',
  timeoutSeconds: LONG_WORK_SECONDS,
  input: Pair,
  reply: Findings,
  errors: [...REUSE_ERRORS, 'not_found'],
});

export const reuseModified = endpoint({
  method: 'POST',
  path: '/files/:id/reuse/:otherId',
  summary: 'Reuse a modified file',
  description:
    "Attaches a copy of another file's modified file if both originals are identical. It is first compared with this original and this order, like any modified file, and named after this file. The price is not changed.",
  who: 'files.attach-modified',
  timeoutSeconds: LONG_WORK_SECONDS,
  input: z.object({
    id: Id,
    otherId: Id,
    confirmed: ConfirmedFindings,
  }),
  reply: FileDetail,
  errors: [...ATTACHING_ERRORS, ...REUSE_ERRORS, 'not_found'],
});
