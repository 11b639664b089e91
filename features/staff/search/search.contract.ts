import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './search.schemas.ts';

export type * from './search.schemas.ts';

export const search = endpoint<typeof schemas.search>()({
  method: 'GET',
  path: '/search',
  summary: 'Search',
  description:
    'Returns a few matches of each kind, newest first. Users match by name and e-mail address; files by the start of their number, by name, by the SHA-256 of the original (at least its first 8 digits), and by the hardware, software and part numbers in it.',
  who: 'signed-in',
});
