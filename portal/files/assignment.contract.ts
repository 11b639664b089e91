import { endpoint } from '../endpoint.ts';
import type * as schemas from './assignment.schemas.ts';
import { SELECTION_ERRORS } from './files.list.ts';

export type * from './assignment.schemas.ts';

export const assignFile = endpoint<typeof schemas.assignFile>()({
  method: 'PUT',
  path: '/files/:id/assignee',
  summary: 'Assign a file',
  description:
    'To a member of staff, or to none with `null`. Its ticket goes with it. Of two who take it at once one gets it, and the other learns who.',
  who: 'work.assign',
  errors: ['files.just_changed', 'files.not_staff', 'files.released', 'files.taken'],
});

export const assignSelectedFiles = endpoint<typeof schemas.assignSelectedFiles>()({
  method: 'POST',
  path: '/files/selected/assign',
  summary: 'Assign selected files',
  description: 'As many as were confirmed. What a colleague has is left out unless the call names it.',
  who: 'work.assign',
  errors: [...SELECTION_ERRORS, 'files.not_staff'],
});
