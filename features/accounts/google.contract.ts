import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './google.schemas.ts';

export type * from './google.schemas.ts';

export const beginGoogleSignIn = endpoint<typeof schemas.beginGoogleSignIn>()({
  method: 'POST',
  path: '/auth/google/begin',
  summary: 'Start a sign-in with Google',
  description:
    'The browser passes `nonce` to Google and does not share `proof`, so only that browser can use the token Google issues.',
  who: 'anyone',
  perMinute: 60,
  errors: ['accounts.google_not_configured'],
});

export const signInWithGoogle = endpoint<typeof schemas.signInWithGoogle>()({
  method: 'POST',
  path: '/auth/google',
  summary: 'Sign in with Google',
  description:
    'Accepts the token that Google issued for the nonce. If an account with this address has a password, the response is a ticket for linking the two.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  errors: ['accounts.google_not_configured', 'session.wrong_login'],
});

export const linkGoogle = endpoint<typeof schemas.linkGoogle>()({
  method: 'POST',
  path: '/auth/google/link',
  summary: 'Link an account with Google',
  description: 'Accepts the ticket of the sign-in and the password of the account.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  errors: [
    'accounts.link_ticket_spent',
    'accounts.no_password_to_link',
    'accounts.wrong_password_to_link',
    'session.wrong_login',
  ],
});
