import { endpoint } from '../../contract/endpoint.ts';
import { assignSelectedSchemas } from '../files/assignment.calls.ts';
import { ticketSelection } from './tickets.calls.ts';
import { SELECTION_ERRORS } from './ticket.ts';

const assignSelected = assignSelectedSchemas(ticketSelection);

export const assignSelectedTickets = endpoint({
  method: 'POST',
  path: '/tickets/selected/assign',
  summary: 'Assign selected tickets',
  description:
    'Assigns the tickets together with their files. Tickets of colleagues are skipped unless the call includes them explicitly.',
  who: 'work.assign',
  input: assignSelected.input,
  reply: assignSelected.reply,
  errors: [...SELECTION_ERRORS, 'files.not_staff'],
});
