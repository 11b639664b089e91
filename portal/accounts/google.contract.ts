import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Token } from './accounts.contract.ts';

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/auth/google',
  who: 'anyone',
  input: z.object({
    idToken: z
      .string('Google has sent no token.')
      .check(z.minLength(1, 'Google has sent no token.'), z.maxLength(8192, 'The token of Google is too long.')),
    /** What the browser gave Google along for this very sign-in; the token has to carry it. */
    nonce: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: Token,
  perMinute: 60,
});
