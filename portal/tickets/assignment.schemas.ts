import { chosen } from '../fields.schemas.ts';
import { assignSelectedOf } from '../files/assignment.schemas.ts';
import { selectionOf } from '../pages.schemas.ts';
import { chosenWork } from '../work/work-filter.schemas.ts';
import { TicketStatus } from './tickets.schemas.ts';

export const assignSelectedTickets = assignSelectedOf(selectionOf({ status: chosen(TicketStatus), work: chosenWork }));
