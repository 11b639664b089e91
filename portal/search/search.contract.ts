import { endpoint } from '../endpoint.ts';
import type * as schemas from './search.schemas.ts';

export type * from './search.schemas.ts';

export const SEARCH_SHORTEST = 2;

/** A few of each, the newest first: users by name and e-mail, files by the start of their number and by name. */
export const search = endpoint<typeof schemas.search>()({
  method: 'GET',
  path: '/search',
  who: 'signed-in',
});
