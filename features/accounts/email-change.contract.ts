import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './email-change.schemas.ts';

export type * from './email-change.schemas.ts';

export const requestEmailChange = endpoint<typeof schemas.requestEmailChange>()({
  method: 'POST',
  path: '/users/my/email-change',
  summary: 'Request a change of e-mail address',
  description:
    'Mails a link to the new address. Nothing changes until it is opened. Customers may do this until their address is confirmed.',
  who: 'signed-in',
  errors: [
    'accounts.address_taken',
    'accounts.email_confirmed',
    'accounts.no_password_yet',
    'accounts.same_address',
    'accounts.wrong_current_password',
    'http.too_many',
  ],
});

export const confirmEmailChange = endpoint<typeof schemas.confirmEmailChange>()({
  method: 'POST',
  path: '/auth/confirm-email-change',
  summary: 'Confirm a change of e-mail address',
  description: 'Accepts the token of the link that was mailed to the new address.',
  who: 'anyone',
  perMinute: 30,
  errors: ['accounts.address_taken', 'accounts.email_link_spent'],
});
