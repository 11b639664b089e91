import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './expected-time.schemas.ts';

export type * from './expected-time.schemas.ts';

export const getExpectedTime = endpoint<typeof schemas.getExpectedTime>()({
  method: 'GET',
  path: '/expected-time',
  summary: 'Get the expected time of an order',
  description:
    'When a file with these solutions, uploaded now, is usually ready. Empty when there were fewer than 20 such orders in 90 days.',
  who: 'files.upload',
});

export const getExpectedTimeOfFile = endpoint<typeof schemas.getExpectedTimeOfFile>()({
  method: 'GET',
  path: '/files/:id/expected-time',
  summary: 'Get the expected time of a file',
  description: 'When a file that waits for its price is usually ready. Empty for a file that is priced or closed.',
  who: 'signed-in',
});
