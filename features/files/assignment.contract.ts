import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './assignment.schemas.ts';
import { SELECTION_ERRORS } from './files.list.ts';

export type * from './assignment.schemas.ts';

export const assignFile = endpoint<typeof schemas.assignFile>()({
  method: 'PUT',
  path: '/files/:id/assignee',
  summary: 'Assign a file',
  description:
    'Assigns a file and its ticket to a member of staff, which starts the work on a file that waits, or to none with `null`. If two take it at once, one succeeds and the other is shown who did.',
  who: 'work.assign',
  errors: ['files.just_changed', 'files.not_staff', 'files.released', 'files.taken'],
});

export const assignSelectedFiles = endpoint<typeof schemas.assignSelectedFiles>()({
  method: 'POST',
  path: '/files/selected/assign',
  summary: 'Assign selected files',
  description:
    'Assigns the confirmed number of files. Work on those that wait starts. Files of colleagues are skipped unless the call includes them explicitly.',
  who: 'work.assign',
  errors: [...SELECTION_ERRORS, 'files.not_staff'],
});
