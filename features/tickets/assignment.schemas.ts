import { assignSelectedOf } from '../files/assignment.schemas.ts';
import { ticketSelection } from './tickets.schemas.ts';

export const assignSelectedTickets = assignSelectedOf(ticketSelection);
