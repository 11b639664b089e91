import * as z from 'zod/mini';
import { Id, RecordId, listOf, downloadOf } from '../../../contract/fields.schemas.ts';
import { FileDetail, FileStatus } from '../files.schemas.ts';
import { ConfirmedFindings, Findings } from '../findings.schemas.ts';
import { LIKENESSES, MOST_OF_A_KIND } from './similar-files.list.ts';

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
  files: listOf(SimilarFile, MOST_OF_A_KIND * LIKENESSES.length),
});
export type SimilarFiles = z.output<typeof SimilarFiles>;

const Target = z.object({ id: Id });
const Pair = z.object({ id: Id, otherId: Id });

export const listSimilarFiles = { input: Target, reply: SimilarFiles };
export const downloadToCompare = downloadOf(Target);
export const checkReuse = { input: Pair, reply: Findings };
export const reuseModified = {
  input: z.object({
    id: Id,
    otherId: Id,
    confirmed: ConfirmedFindings,
  }),
  reply: FileDetail,
};
