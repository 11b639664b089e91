import * as z from 'zod/mini';
import { Nothing } from '../../contract/fields.schemas.ts';
import { Device, GivenPassword } from './account-fields.schemas.ts';
import { Token } from './accounts.schemas.ts';
import { invalid } from '../../contract/texts.ts';

export const beginGoogleSignIn = {
  input: Nothing,
  reply: z.object({ nonce: z.string(), proof: z.string() }),
};

/** The account exists, but Google alone does not prove whose it is: `linkGoogle` takes the ticket and its password. */
export const GoogleLink = z.object({ email: z.string(), ticket: z.string() });
export type GoogleLink = z.output<typeof GoogleLink>;

export const signInWithGoogle = {
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
  reply: z.union([Token, z.object({ link: GoogleLink })]),
};

export const linkGoogle = {
  input: z.object({
    ticket: z.string().check(z.minLength(1), z.maxLength(2000)),
    password: GivenPassword,
    device: Device,
  }),
  reply: Token,
};
