import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './queue.schemas.ts';

export type * from './queue.schemas.ts';

export const nextInQueue = endpoint<typeof schemas.nextInQueue>()({
  method: 'GET',
  path: '/queue/next',
  summary: 'Get the next file of the queue',
  description:
    'The file whose customer has waited longest, excluding those assigned to colleagues; files a colleague has open come last. With `after`, the one behind that file, starting over at the end of the queue.',
  who: 'tickets.read-all',
});
