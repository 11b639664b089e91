import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './audit.schemas.ts';

export type * from './audit.schemas.ts';

export const listChanges = endpoint<typeof schemas.listChanges>()({
  method: 'GET',
  path: '/changes',
  summary: 'List changes of records',
  description:
    'The audit list, newest first, one page at a time: who changed what, when, and the values before and after.',
  who: 'audit.read',
  fromReplica: true,
});
