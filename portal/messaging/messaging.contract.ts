import { endpoint } from '../endpoint.ts';
import type * as schemas from './messaging.schemas.ts';

export type * from './messaging.schemas.ts';

/** The newest mails, 500 at most. */
export const listMails = endpoint<typeof schemas.listMails>()({
  method: 'GET',
  path: '/outbox',
  who: 'admin',
});

export const getMail = endpoint<typeof schemas.getMail>()({
  method: 'GET',
  path: '/outbox/:id',
  who: 'admin',
});
