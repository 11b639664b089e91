import { endpoint } from '../endpoint.ts';
import type * as schemas from './assignment.schemas.ts';

export type * from './assignment.schemas.ts';

export const assignSelectedTickets = endpoint<typeof schemas.assignSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected/assign',
  summary: 'Assign selected tickets',
  description: 'With their files. What a colleague has is left out unless the call names it.',
  who: 'work.assign',
  errors: ['files.not_staff', 'tickets.more_selected', 'tickets.too_many_selected'],
});
