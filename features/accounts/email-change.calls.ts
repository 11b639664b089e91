import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done } from '../../contract/fields.ts';
import { LinkToken } from './user.ts';
import { RequestEmailChange } from './account-forms.ts';

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/users/my/email-change',
  summary: 'Request a change of e-mail address',
  description:
    'Mails a link to the new address. Nothing changes until it is opened. Customers may do this until their address is confirmed.',
  who: 'signed-in',
  input: RequestEmailChange,
  reply: Done,
  errors: [
    'accounts.address_taken',
    'accounts.email_confirmed',
    'accounts.no_password_yet',
    'accounts.same_address',
    'accounts.wrong_current_password',
    'http.too_many',
  ],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/auth/confirm-email-change',
  summary: 'Confirm a change of e-mail address',
  description: 'Accepts the token of the link that was mailed to the new address.',
  who: 'anyone',
  perMinute: 30,
  input: z.object({ token: LinkToken }),
  reply: z.object({ message: z.string(), email: z.string() }),
  errors: ['accounts.address_taken', 'accounts.email_link_spent'],
});
