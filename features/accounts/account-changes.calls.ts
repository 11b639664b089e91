import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { LinkToken } from './user.ts';
import { RequestEmailChange } from './account-forms.ts';

/** A customer's change of country that awaits an administrator's approval. */
export const WaitingCountryChange = z.object({
  id: RecordId,
  username: z.string(),
  email: z.string(),
  /** The profile's current value. */
  country: z.string(),
  previous_country: z.string(),
  /** ISO 8601: when it was changed, and when it takes effect without approval. */
  changed_at: z.string(),
  until: z.string(),
});
export type WaitingCountryChange = z.output<typeof WaitingCountryChange>;

export const listCountryChanges = endpoint({
  method: 'GET',
  path: '/users/country-changes',
  summary: 'List changes of country',
  description: 'Changes that await an administrator, oldest first, at most a hundred; `total` counts all of them.',
  who: 'users.change',
  input: Nothing,
  reply: z.object({ changes: z.array(WaitingCountryChange), total: z.int() }),
});

export const approveCountryChange = endpoint({
  method: 'PUT',
  path: '/users/:id/approve-country',
  summary: 'Approve a change of country',
  description:
    'Approves the change the administrator has seen. Refused when the country was changed again in the meantime.',
  who: 'users.change',
  input: z.object({ id: Id, country: z.string(invalid('errors.accounts.choose_country')) }),
  reply: Done,
  errors: ['accounts.country_changed_again'],
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/users/my/email-change',
  summary: 'Request a change of e-mail address',
  description:
    'Mails a link to the new address. Nothing changes until it is opened. Customers may do this until their address is confirmed.',
  who: 'signed-in',
  forColleagues: 'themselves',
  needsFreshSignIn: 'second-factor',
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
