import { endpoint } from '../endpoint.ts';
import type * as schemas from './push.schemas.ts';

export type * from './push.schemas.ts';

/** What a browser needs to subscribe to this portal. */
export const getPushKey = endpoint<typeof schemas.getPushKey>()({
  method: 'GET',
  path: '/push/key',
  who: 'signed-in',
});

/** The session's browser wants to be told when the portal is closed. Again is the same. */
export const subscribeToPush = endpoint<typeof schemas.subscribeToPush>()({
  method: 'PUT',
  path: '/push/subscription',
  who: 'signed-in',
});

export const unsubscribeFromPush = endpoint<typeof schemas.unsubscribeFromPush>()({
  method: 'DELETE',
  path: '/push/subscription',
  who: 'signed-in',
});
