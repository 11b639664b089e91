import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, RecordId } from '../../contract/fields.ts';
import { CreateUser } from './account-forms.ts';

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create a user',
  description:
    'Creates a user with an invitation (a mailed link that sets the password once), or with a password that is shown once.',
  who: 'users.change',
  needsFreshSignIn: true,
  status: 201,
  hasSecret: true,
  perMinute: 30,
  input: CreateUser,
  reply: z.object({
    id: RecordId,
    email: z.string(),
    /** Shown once: only its hash is stored. Null: an invitation was sent. */
    password: z.nullable(z.string()),
  }),
  errors: [
    'accounts.address_has_account',
    'accounts.phone_not_callable',
    'staff-roles.needs_everything',
    'staff-roles.unknown',
  ],
});

export const inviteUser = endpoint({
  method: 'POST',
  path: '/users/:id/invite',
  summary: 'Resend an invitation',
  description: 'For a user who has neither set a password nor confirmed an address. Earlier links remain valid.',
  who: 'users.change',
  perMinute: 30,
  input: z.object({ id: Id }),
  reply: Done,
  errors: ['accounts.not_invitable'],
});

/** What would be left behind if the account were deleted. */
export const Leftovers = z.object({
  open_files: z.int(),
  open_tickets: z.int(),
  credit_balance: z.number(),
  ai_credit_balance: z.number(),
  /** The deletion sends this back, and is refused when any of it has changed. */
  seen: z.string(),
});
export type Leftovers = z.output<typeof Leftovers>;

export const getLeftovers = endpoint({
  method: 'GET',
  path: '/users/:id/leftovers',
  summary: 'Get the leftovers of a deletion',
  description: 'Current open files, open tickets and balances of the user.',
  who: 'users.delete',
  input: z.object({ id: Id }),
  reply: Leftovers,
});
