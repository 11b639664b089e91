import { endpoint } from '../endpoint.ts';
import type * as schemas from './queue.schemas.ts';

export type * from './queue.schemas.ts';

/** Who has waited longest. With `after`, the one behind that file; from the end it goes back to the beginning. */
export const nextInQueue = endpoint<typeof schemas.nextInQueue>()({
  method: 'GET',
  path: '/queue/next',
  who: 'admin',
});
