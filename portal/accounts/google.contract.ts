import { endpoint } from '../endpoint.ts';
import type * as schemas from './google.schemas.ts';

export type * from './google.schemas.ts';

/** The browser gives `nonce` to Google and keeps `proof` to itself: only it can use the token that Google makes. */
export const beginGoogleSignIn = endpoint<typeof schemas.beginGoogleSignIn>()({
  method: 'POST',
  path: '/auth/google/begin',
  who: 'anyone',
  perMinute: 60,
});

export const signInWithGoogle = endpoint<typeof schemas.signInWithGoogle>()({
  method: 'POST',
  path: '/auth/google',
  who: 'anyone',
  perMinute: 60,
});

export const linkGoogle = endpoint<typeof schemas.linkGoogle>()({
  method: 'POST',
  path: '/auth/google/link',
  who: 'anyone',
  perMinute: 60,
});
