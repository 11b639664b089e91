import { endpoint } from '../endpoint.ts';
import type * as schemas from './coordination.schemas.ts';

export type * from './coordination.schemas.ts';

export const getWork = endpoint<typeof schemas.getWork>()({
  method: 'GET',
  path: '/work',
  summary: 'Get who works on what',
  description: 'The staff, which files they have open, and since when what waits for them is overdue.',
  who: 'work.read',
});

export const assignFile = endpoint<typeof schemas.assignFile>()({
  method: 'PUT',
  path: '/files/:id/assignee',
  summary: 'Assign a file',
  description:
    'To a member of staff, or to none with `null`. Its ticket goes with it. Of two who take it at once one gets it, and the other learns who.',
  who: 'work.assign',
  errors: ['coordination.not_staff', 'coordination.released', 'coordination.taken', 'files.just_changed'],
});

export const assignSelectedFiles = endpoint<typeof schemas.assignSelectedFiles>()({
  method: 'POST',
  path: '/files/selected/assign',
  summary: 'Assign selected files',
  description: 'As many as were confirmed. What a colleague has is left out unless the call names it.',
  who: 'work.assign',
  errors: ['coordination.not_staff', 'files.more_selected', 'files.too_many_selected'],
});

export const assignSelectedTickets = endpoint<typeof schemas.assignSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected/assign',
  summary: 'Assign selected tickets',
  description: 'With their files. What a colleague has is left out unless the call names it.',
  who: 'work.assign',
  errors: ['coordination.not_staff', 'tickets.more_selected', 'tickets.too_many_selected'],
});

export const notePresence = endpoint<typeof schemas.notePresence>()({
  method: 'PUT',
  path: '/files/:id/presence',
  summary: 'Report a file as open',
  description: 'Colleagues see it for less than a minute, unless it is reported again.',
  who: 'work.read',
});

export const endPresence = endpoint<typeof schemas.endPresence>()({
  method: 'DELETE',
  path: '/files/:id/presence',
  summary: 'Report a file as closed',
  description: 'In the session of the caller.',
  who: 'work.read',
});
