import * as z from 'zod/mini';
import { Id, RecordId, listOf, downloadOf } from '../fields.schemas.ts';
import { FileDetail } from '../files/files.schemas.ts';
import { invalid } from '../texts.ts';
import { LONGEST_REASON, MOST_REVISIONS, REVISION_OUTCOMES } from './revisions.list.ts';

const requiredText = (missing: Parameters<typeof invalid>[0]) =>
  z
    .string(invalid(missing))
    .check(
      z.trim(),
      z.minLength(1, invalid(missing)),
      z.maxLength(LONGEST_REASON, invalid('errors.fields.most_count_characters', { count: LONGEST_REASON })),
    );

/** A change that the customer has asked for after the delivery. */
export const Revision = z.object({
  id: RecordId,
  reason: z.string(),
  requested_at: z.string(),
  /** Null while the file waits. */
  outcome: z.nullable(z.enum(REVISION_OUTCOMES)),
  ended_at: z.nullable(z.string()),
  /** Why nothing is changed. */
  note: z.nullable(z.string()),
});
export type Revision = z.output<typeof Revision>;

export const listRevisions = {
  input: z.object({ id: Id }),
  reply: listOf(Revision, MOST_REVISIONS),
};

export const requestRevision = {
  input: z.object({ id: Id, reason: requiredText('errors.revisions.reason_missing') }),
  reply: FileDetail,
};

export const declineRevision = {
  input: z.object({ id: Id, note: requiredText('errors.revisions.note_missing') }),
  reply: FileDetail,
};

export const downloadVersion = downloadOf(z.object({ id: Id, versionId: Id }));
