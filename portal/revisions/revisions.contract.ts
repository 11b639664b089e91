import { endpoint } from '../endpoint.ts';
import type * as schemas from './revisions.schemas.ts';

export type * from './revisions.schemas.ts';

export const listRevisions = endpoint<typeof schemas.listRevisions>()({
  method: 'GET',
  path: '/files/:id/revisions',
  summary: 'List the requested changes of a file',
  description: 'What its owner has asked to be changed after the delivery, newest first. Customers see their own.',
  who: 'signed-in',
});

export const requestRevision = endpoint<typeof schemas.requestRevision>()({
  method: 'POST',
  path: '/files/:id/revisions',
  summary: 'Ask for a change',
  description:
    'Of a delivered file, within `revision_days` of its delivery. The file is back in the queue, and costs nothing more.',
  who: 'files.request-revision',
  errors: ['files.just_changed', 'revisions.not_delivered', 'revisions.open', 'revisions.over'],
});

export const declineRevision = endpoint<typeof schemas.declineRevision>()({
  method: 'POST',
  path: '/files/:id/revisions/decline',
  summary: 'Decline a requested change',
  description: 'The customer reads the note. Attaching a modified file ends a requested change otherwise.',
  who: 'files.attach-modified',
  errors: ['files.just_changed', 'revisions.none'],
});

export const downloadVersion = endpoint<typeof schemas.downloadVersion>()({
  method: 'GET',
  path: '/files/:id/versions/:versionId/file',
  summary: 'Download an earlier modified file',
  description: 'Administrators any version, its owner those that were delivered, as long as the file is paid.',
  who: 'signed-in',
  errors: ['files.bytes_removed'],
});
