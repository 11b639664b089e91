import { endpoint } from '../endpoint.ts';
import type * as schemas from './audit.schemas.ts';

export type * from './audit.schemas.ts';

export const CHANGES_PAGE_SIZE = 25;

export const listChanges = endpoint<typeof schemas.listChanges>()({
  method: 'GET',
  path: '/changes',
  who: 'admin',
});
