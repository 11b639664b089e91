import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './work.schemas.ts';

export type * from './work.schemas.ts';

export const getWork = endpoint<typeof schemas.getWork>()({
  method: 'GET',
  path: '/work',
  summary: 'Get current assignments',
  description: 'Members of staff, the files they have open, and since when their pending work is overdue.',
  who: 'work.read',
});

export const notePresence = endpoint<typeof schemas.notePresence>()({
  method: 'PUT',
  path: '/files/:id/presence',
  summary: 'Report a file as open',
  description: 'Colleagues see the file as open for less than a minute unless it is reported again.',
  who: 'work.read',
});

export const endPresence = endpoint<typeof schemas.endPresence>()({
  method: 'DELETE',
  path: '/files/:id/presence',
  summary: 'Report a file as closed',
  description: 'Reports that the session of the caller has closed the file.',
  who: 'work.read',
});
