import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Id, Nothing, boundedList } from '../../contract/fields.ts';
import { ViewReason } from './customer-view-forms.ts';

/** For how long staff may look at the portal as a customer, before they have to give a reason again. */
export const VIEW_MINUTES = 30;

export const viewAsCustomer = endpoint({
  method: 'POST',
  path: '/users/:id/views',
  summary: 'View the portal as a customer',
  description: `Returns the token of a session of that customer for ${VIEW_MINUTES} minutes, which only reads: other calls are refused with \`session.view_only\`. The customer sees when it was opened and why. It ends with the session of the caller.`,
  who: 'users.view-as',
  needsFreshSignIn: true,
  status: 201,
  hasSecret: true,
  input: z.object({ id: Id, ...ViewReason.shape }),
  reply: z.object({ token: z.string() }),
  errors: ['accounts.not_viewable'],
});

export const MAX_LISTED_VIEWS = 20;

export const CustomerView = z.object({
  id: z.int(),
  /** When it was opened. */
  created_at: z.string(),
  reason: z.string(),
});
export type CustomerView = z.output<typeof CustomerView>;

export const listMyViews = endpoint({
  method: 'GET',
  path: '/users/my/views',
  summary: 'List when support viewed my portal',
  description: `When staff looked at the portal as the caller, and why, the newest first; at most ${MAX_LISTED_VIEWS}.`,
  who: 'signed-in',
  input: Nothing,
  reply: boundedList(CustomerView, MAX_LISTED_VIEWS),
});
