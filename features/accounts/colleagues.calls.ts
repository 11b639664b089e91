import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { InviteColleague, MAX_COLLEAGUES } from './colleague-forms.ts';

/** Another user of a customer's company, who acts as that customer. */
export const Colleague = z.object({
  id: RecordId,
  username: z.string(),
  email: z.string(),
  /** Invited, and has not chosen a password yet. */
  is_invited: z.boolean(),
  created_at: z.string(),
});
export type Colleague = z.output<typeof Colleague>;

const Colleagues = boundedList(Colleague, MAX_COLLEAGUES);

export const listColleagues = endpoint({
  method: 'GET',
  path: '/users/my/colleagues',
  summary: 'List my colleagues',
  description: 'The other users of the company of the caller, by name.',
  who: 'colleagues.change',
  forTokens: false,
  input: Nothing,
  reply: Colleagues,
});

export const inviteColleague = endpoint({
  method: 'POST',
  path: '/users/my/colleagues',
  summary: 'Invite a colleague',
  description: `Mails a link that sets a password once, within 7 days. The colleague signs in with their own address, and orders and pays from the balance of the caller. At most ${MAX_COLLEAGUES}.`,
  who: 'colleagues.change',
  forTokens: false,
  needsActivation: true,
  needsFreshSignIn: true,
  status: 201,
  perMinute: 10,
  input: InviteColleague,
  reply: Colleague,
  errors: ['accounts.address_has_account', 'colleagues.most'],
});

export const inviteColleagueAgain = endpoint({
  method: 'POST',
  path: '/users/my/colleagues/:id/invite',
  summary: 'Resend the invitation of a colleague',
  description: 'For a colleague who has not chosen a password yet. Sends at most one mail a minute.',
  who: 'colleagues.change',
  forTokens: false,
  perMinute: 10,
  input: z.object({ id: Id }),
  reply: Done,
  errors: ['accounts.not_invitable'],
});

export const removeColleague = endpoint({
  method: 'DELETE',
  path: '/users/my/colleagues/:id',
  summary: 'Remove a colleague',
  description: 'Ends their sessions and voids their invitation. What they have ordered stays.',
  who: 'colleagues.change',
  forTokens: false,
  needsFreshSignIn: true,
  input: z.object({ id: Id }),
  reply: Done,
});

export const leaveCompany = endpoint({
  method: 'DELETE',
  path: '/users/my/company',
  summary: 'Leave the customer whose colleague I am',
  description:
    'Deletes the account of a colleague, and ends its sessions. What the colleague has ordered stays with the customer.',
  who: 'colleagues.change',
  forTokens: false,
  forColleagues: 'themselves',
  needsFreshSignIn: true,
  input: Nothing,
  reply: Done,
  errors: ['not_found'],
});

export const listUserColleagues = endpoint({
  method: 'GET',
  path: '/users/:id/colleagues',
  summary: 'List the colleagues of a customer',
  description: 'The other users of the company of a customer, by name.',
  who: 'users.read-all',
  input: z.object({ id: Id }),
  reply: Colleagues,
});
