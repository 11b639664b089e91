import { endpoint } from '../endpoint.ts';
import type * as schemas from './audit.schemas.ts';

export type * from './audit.schemas.ts';

export const listChanges = endpoint<typeof schemas.listChanges>()({
  method: 'GET',
  path: '/changes',
  summary: 'List changes of records',
  description: 'Who changed what, when, from what to what: the audit list, newest first, a page at a time.',
  who: 'audit.read',
  fromReplica: true,
});
