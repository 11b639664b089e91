import * as z from 'zod/mini';
import { Nothing, endpoint } from '../endpoint.ts';
import { Device, GivenPassword } from './account-fields.contract.ts';
import { Token } from './accounts.contract.ts';

/** The browser gives `nonce` to Google and keeps `proof` to itself: only it can use the token that Google makes. */
export const beginGoogleSignIn = endpoint({
  method: 'POST',
  path: '/auth/google/begin',
  who: 'anyone',
  input: Nothing,
  reply: z.object({ nonce: z.string(), proof: z.string() }),
  perMinute: 60,
});

/** The account is there, and Google alone does not prove whose it is: `linkGoogle` takes the ticket and its password. */
export const GoogleLink = z.object({ email: z.string(), ticket: z.string() });
export type GoogleLink = z.output<typeof GoogleLink>;

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/auth/google',
  who: 'anyone',
  input: z.object({
    idToken: z
      .string('Google has sent no token.')
      .check(z.minLength(1, 'Google has sent no token.'), z.maxLength(8192, 'The token of Google is too long.')),
    /** Of `beginGoogleSignIn`, for this very sign-in. */
    proof: z
      .string('Please begin to sign in again.')
      .check(z.minLength(1, 'Please begin to sign in again.'), z.maxLength(200, 'Please begin to sign in again.')),
    device: Device,
  }),
  reply: z.union([Token, z.object({ link: GoogleLink })]),
  perMinute: 60,
});

export const linkGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/link',
  who: 'anyone',
  input: z.object({
    ticket: z.string().check(z.minLength(1), z.maxLength(2000)),
    password: GivenPassword,
    device: Device,
  }),
  reply: Token,
  perMinute: 60,
});
