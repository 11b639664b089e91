import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './search.schemas.ts';

export type * from './search.schemas.ts';

export const search = endpoint<typeof schemas.search>()({
  method: 'GET',
  path: '/search',
  summary: 'Search',
  description:
    'A few of each, newest first: users by name and e-mail address, files by the start of their number, by name, by the SHA-256 of the original (8 digits or more of its beginning), and by the hardware, software and part numbers in it.',
  who: 'signed-in',
});
