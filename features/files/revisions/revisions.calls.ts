import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id, RecordId, boundedList, requiredText } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { FileDetail } from '../file.ts';

/** How a requested change ended. */
const REVISION_OUTCOMES = ['DELIVERED', 'DECLINED', 'REFUNDED'] as const;

/** At most this many requested changes of a file are listed, newest first. */
export const MAX_REVISIONS = 50;

export const MAX_REASON_LENGTH = 2000;

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

export const listRevisions = endpoint({
  method: 'GET',
  path: '/files/:id/revisions',
  summary: 'List the requested changes of a file',
  description: 'Changes that the owner requested after delivery, newest first. Customers can only read their own.',
  who: 'signed-in',
  input: z.object({ id: Id }),
  reply: boundedList(Revision, MAX_REVISIONS),
});

export const requestRevision = endpoint({
  method: 'POST',
  path: '/files/:id/revisions',
  summary: 'Request a change',
  description:
    'Requests a change to a delivered file within `revision_days` of its delivery. The file returns to the queue at no further cost.',
  who: 'files.request-revision',
  input: z.object({ id: Id, reason: requiredText(invalid('errors.revisions.reason_missing'), MAX_REASON_LENGTH) }),
  reply: FileDetail,
  errors: ['files.bytes_removed', 'files.just_changed', 'revisions.not_delivered', 'revisions.open', 'revisions.over'],
});

export const declineRevision = endpoint({
  method: 'POST',
  path: '/files/:id/revisions/decline',
  summary: 'Decline a requested change',
  description:
    'Declines a requested change with a note that the customer reads. Attaching a modified file is what fulfils one.',
  who: 'files.attach-modified',
  input: z.object({ id: Id, note: requiredText(invalid('errors.revisions.note_missing'), MAX_REASON_LENGTH) }),
  reply: FileDetail,
  errors: ['files.just_changed', 'revisions.none'],
});

export const downloadVersion = endpoint({
  method: 'GET',
  path: '/files/:id/versions/:versionId/file',
  summary: 'Download an earlier modified file',
  description:
    'Administrators can download any version; the owner those that were delivered, as long as the file is paid.',
  who: 'signed-in',
  input: z.object({ id: Id, versionId: Id }),
  reply: 'bytes',
  errors: ['files.bytes_removed'],
});
