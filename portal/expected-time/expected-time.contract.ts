import { endpoint } from '../endpoint.ts';
import type * as schemas from './expected-time.schemas.ts';

export type * from './expected-time.schemas.ts';

export const getExpectedTime = endpoint<typeof schemas.getExpectedTime>()({
  method: 'GET',
  path: '/expected-time',
  summary: 'Get the expected time of an order',
  description:
    'When a file with these solutions, uploaded now, is usually ready. Nothing where there are fewer than 20 orders in 90 days.',
  who: 'files.upload',
});

export const getExpectedTimeOfFile = endpoint<typeof schemas.getExpectedTimeOfFile>()({
  method: 'GET',
  path: '/files/:id/expected-time',
  summary: 'Get the expected time of a file',
  description: 'When a file that waits for its price is usually ready. Nothing for one that is priced or closed.',
  who: 'signed-in',
});
