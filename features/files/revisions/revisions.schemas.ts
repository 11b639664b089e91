import * as z from 'zod/mini';
import { Id, RecordId, listOf, downloadOf, requiredText } from '../../../contract/fields.schemas.ts';
import { FileDetail } from '../files.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { LONGEST_REASON, MOST_REVISIONS, REVISION_OUTCOMES } from './revisions.list.ts';

/** A change that the customer has requested after the delivery. */
export const Revision = z.object({
  id: RecordId,
  reason: z.string(),
  requested_at: z.string(),
  /** Null while the file waits for the change. */
  outcome: z.nullable(z.enum(REVISION_OUTCOMES)),
  ended_at: z.nullable(z.string()),
  /** The reason why the request was declined. */
  note: z.nullable(z.string()),
});
export type Revision = z.output<typeof Revision>;

export const listRevisions = {
  input: z.object({ id: Id }),
  reply: listOf(Revision, MOST_REVISIONS),
};

export const requestRevision = {
  input: z.object({ id: Id, reason: requiredText(invalid('errors.revisions.reason_missing'), LONGEST_REASON) }),
  reply: FileDetail,
};

export const declineRevision = {
  input: z.object({ id: Id, note: requiredText(invalid('errors.revisions.note_missing'), LONGEST_REASON) }),
  reply: FileDetail,
};

export const downloadVersion = downloadOf(z.object({ id: Id, versionId: Id }));
