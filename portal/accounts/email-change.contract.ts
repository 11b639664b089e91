import * as z from 'zod/mini';
import { Done, endpoint } from '../endpoint.ts';
import { Email, GivenPassword } from './account-fields.contract.ts';
import { LinkToken } from './accounts.contract.ts';

/** Mails a link to the new address; nothing changes before it is opened. */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/users/my/email-change',
  who: 'admin',
  input: z.object({ new_email: Email, current_password: GivenPassword }),
  reply: Done,
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/auth/confirm-email-change',
  who: 'anyone',
  input: z.object({ token: LinkToken }),
  reply: z.object({ message: z.string(), email: z.string() }),
  perMinute: 30,
});
