import { endpoint } from '../endpoint.ts';
import type * as schemas from './email-change.schemas.ts';

export type * from './email-change.schemas.ts';

/** Mails a link to the new address; nothing changes before it is opened. */
export const requestEmailChange = endpoint<typeof schemas.requestEmailChange>()({
  method: 'POST',
  path: '/users/my/email-change',
  who: 'admin',
});

export const confirmEmailChange = endpoint<typeof schemas.confirmEmailChange>()({
  method: 'POST',
  path: '/auth/confirm-email-change',
  who: 'anyone',
  perMinute: 30,
});
