import { endpoint } from '../endpoint.ts';
import type * as schemas from './queue.schemas.ts';

export type * from './queue.schemas.ts';

export const nextInQueue = endpoint<typeof schemas.nextInQueue>()({
  method: 'GET',
  path: '/queue/next',
  summary: 'Get the next file of the queue',
  description:
    'The file whose customer has waited longest, without those assigned to colleagues; what a colleague has open comes last. With `after`, the one behind that file; from the end it goes back to the beginning.',
  who: 'tickets.read-all',
});
