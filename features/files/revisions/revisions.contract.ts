import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './revisions.schemas.ts';

export type * from './revisions.schemas.ts';

export const listRevisions = endpoint<typeof schemas.listRevisions>()({
  method: 'GET',
  path: '/files/:id/revisions',
  summary: 'List the requested changes of a file',
  description: 'Changes that the owner requested after delivery, newest first. Customers can only read their own.',
  who: 'signed-in',
});

export const requestRevision = endpoint<typeof schemas.requestRevision>()({
  method: 'POST',
  path: '/files/:id/revisions',
  summary: 'Request a change',
  description:
    'Requests a change to a delivered file within `revision_days` of its delivery. The file returns to the queue at no further cost.',
  who: 'files.request-revision',
  errors: ['files.just_changed', 'revisions.not_delivered', 'revisions.open', 'revisions.over'],
});

export const declineRevision = endpoint<typeof schemas.declineRevision>()({
  method: 'POST',
  path: '/files/:id/revisions/decline',
  summary: 'Decline a requested change',
  description:
    'Declines a requested change with a note that the customer reads. Attaching a modified file is what fulfils one.',
  who: 'files.attach-modified',
  errors: ['files.just_changed', 'revisions.none'],
});

export const downloadVersion = endpoint<typeof schemas.downloadVersion>()({
  method: 'GET',
  path: '/files/:id/versions/:versionId/file',
  summary: 'Download an earlier modified file',
  description:
    'Administrators can download any version; the owner those that were delivered, as long as the file is paid.',
  who: 'signed-in',
  errors: ['files.bytes_removed'],
});
