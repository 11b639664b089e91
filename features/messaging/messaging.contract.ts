import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './messaging.schemas.ts';

export type * from './messaging.schemas.ts';

export const listMails = endpoint<typeof schemas.listMails>()({
  method: 'GET',
  path: '/outbox',
  summary: 'List sent mails',
  description: 'The newest mails of the portal, at most 500.',
  who: 'mails.read',
});

export const getMail = endpoint<typeof schemas.getMail>()({
  method: 'GET',
  path: '/outbox/:id',
  summary: 'Get a sent mail',
  description: 'One mail of the portal with its text.',
  who: 'mails.read',
  hasSecret: true,
});
