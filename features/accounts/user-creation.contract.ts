import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './user-creation.schemas.ts';

export type * from './user-creation.schemas.ts';

export const createUser = endpoint<typeof schemas.createUser>()({
  method: 'POST',
  path: '/users',
  summary: 'Create a user',
  description:
    'Creates a user with an invitation (a mailed link that sets the password once), or with a password that is shown once.',
  who: 'users.change',
  status: 201,
  hasSecret: true,
  perMinute: 30,
  errors: ['accounts.address_has_account', 'accounts.phone_not_callable'],
});

export const inviteUser = endpoint<typeof schemas.inviteUser>()({
  method: 'POST',
  path: '/users/:id/invite',
  summary: 'Resend an invitation',
  description: 'For a user who has neither set a password nor confirmed an address. Earlier links remain valid.',
  who: 'users.change',
  perMinute: 30,
  errors: ['accounts.not_invitable'],
});

export const getLeftovers = endpoint<typeof schemas.getLeftovers>()({
  method: 'GET',
  path: '/users/:id/leftovers',
  summary: 'Get the leftovers of a deletion',
  description: 'Current open files, open tickets and balances of the user.',
  who: 'users.delete',
});
