import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './assignment.schemas.ts';
import { SELECTION_ERRORS } from './tickets.list.ts';

export type * from './assignment.schemas.ts';

export const assignSelectedTickets = endpoint<typeof schemas.assignSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected/assign',
  summary: 'Assign selected tickets',
  description:
    'Assigns the tickets together with their files. Tickets of colleagues are skipped unless the call includes them explicitly.',
  who: 'work.assign',
  errors: [...SELECTION_ERRORS, 'files.not_staff'],
});
