import { endpoint } from '../endpoint.ts';
import type * as schemas from './user-creation.schemas.ts';

export type * from './user-creation.schemas.ts';

export const createUser = endpoint<typeof schemas.createUser>()({
  method: 'POST',
  path: '/users',
  summary: 'Create a user',
  description:
    'With an invitation, a mail with a link that sets the password once, or with a password that is shown once.',
  who: 'users.change',
  status: 201,
  hasSecret: true,
  perMinute: 30,
  errors: ['accounts.address_has_account'],
});

export const inviteUser = endpoint<typeof schemas.inviteUser>()({
  method: 'POST',
  path: '/users/:id/invite',
  summary: 'Send an invitation again',
  description: 'To a user who has no password and has confirmed no address yet; links sent before go on working.',
  who: 'users.change',
  perMinute: 30,
  errors: ['accounts.not_invitable'],
});

export const getLeftovers = endpoint<typeof schemas.getLeftovers>()({
  method: 'GET',
  path: '/users/:id/leftovers',
  summary: 'Get what a deletion would leave behind',
  description: 'Open files, open tickets and the balances, as they are now.',
  who: 'users.delete',
});
