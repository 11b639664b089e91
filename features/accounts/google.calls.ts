import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Nothing } from '../../contract/fields.ts';
import { Device, GivenPassword } from './account-fields.ts';
import { Code } from './second-factor-fields.ts';
import { SecondStep, Token } from './user.ts';
import { invalid } from '../../contract/texts.ts';

export const beginGoogleSignIn = endpoint({
  method: 'POST',
  path: '/auth/google/begin',
  summary: 'Start a sign-in with Google',
  description:
    'The browser passes `nonce` to Google and does not share `proof`, so only that browser can use the token Google issues.',
  who: 'anyone',
  perMinute: 60,
  input: Nothing,
  reply: z.object({ nonce: z.string(), proof: z.string() }),
  errors: ['accounts.google_not_configured'],
});

/** The account exists, but Google alone does not prove whose it is: `linkGoogle` takes the ticket and its password. */
export const GoogleLink = z.object({
  email: z.string(),
  ticket: z.string(),
  /** Whether `linkGoogle` also takes a code of the account's second factor. */
  needs_code: z.boolean(),
});
export type GoogleLink = z.output<typeof GoogleLink>;

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/auth/google',
  summary: 'Sign in with Google',
  description:
    'Accepts the token that Google issued for the nonce. If an account with this address has a password, the response is a ticket for linking the two.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  input: z.object({
    idToken: z
      .string(invalid('errors.accounts.google_sent_no_token'))
      .check(
        z.minLength(1, invalid('errors.accounts.google_sent_no_token')),
        z.maxLength(8192, invalid('errors.accounts.token_google_too_long')),
      ),
    /** The proof that `beginGoogleSignIn` issued for this sign-in. */
    proof: z
      .string(invalid('errors.accounts.start_sign_again'))
      .check(
        z.minLength(1, invalid('errors.accounts.start_sign_again')),
        z.maxLength(200, invalid('errors.accounts.start_sign_again')),
      ),
    device: Device,
  }),
  reply: z.union([Token, SecondStep, z.object({ link: GoogleLink })]),
  errors: ['accounts.google_not_configured', 'session.wrong_login'],
});

export const linkGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/link',
  summary: 'Link an account with Google',
  description:
    'Accepts the ticket of the sign-in and the password of the account; with a second factor, a code as well.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  input: z.object({
    ticket: z.string().check(z.minLength(1), z.maxLength(2000)),
    password: GivenPassword,
    /** Empty for an account without a second factor. */
    code: z.optional(Code),
    device: Device,
  }),
  reply: Token,
  errors: [
    'accounts.link_ticket_spent',
    'accounts.no_password_to_link',
    'accounts.wrong_code',
    'accounts.wrong_password_to_link',
    'session.wrong_login',
  ],
});
