import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Nothing } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { Device } from './account-fields.ts';
import { GoogleLink } from './google.calls.ts';
import { SecondStep, Token } from './user.ts';

const ofLength = (most: number) => {
  const error = invalid('errors.accounts.start_sign_again');
  return z.string(error).check(z.minLength(1, error), z.maxLength(most, error));
};

export const beginProviderSignIn = endpoint({
  method: 'POST',
  path: '/auth/provider/begin',
  summary: "Start a sign-in with the shop's identity provider",
  description:
    'The browser opens `address`, where the provider (OpenID Connect) asks who its user is, and does not share `proof`, so only that browser can use the answer. The provider returns it to `/login`.',
  who: 'anyone',
  perMinute: 60,
  input: Nothing,
  reply: z.object({ address: z.string(), proof: z.string() }),
  errors: ['accounts.provider_not_configured'],
});

export const signInWithProvider = endpoint({
  method: 'POST',
  path: '/auth/provider',
  summary: "Sign in with the shop's identity provider",
  description:
    'Accepts what the provider added to the address of `/login`. If an account with the address of the user exists, the response is a ticket for linking the two, as for Google.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  input: z.object({
    /** The query of the address, as it came. */
    answer: ofLength(4000),
    /** The proof that `beginProviderSignIn` issued for this sign-in. */
    proof: ofLength(200),
    device: Device,
  }),
  reply: z.union([Token, SecondStep, z.object({ link: GoogleLink })]),
  errors: ['accounts.provider_not_configured', 'session.wrong_login'],
});
