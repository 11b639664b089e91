import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './push.schemas.ts';

export type * from './push.schemas.ts';

export const getPushKey = endpoint<typeof schemas.getPushKey>()({
  method: 'GET',
  path: '/push/key',
  summary: 'Get the key for push messages',
  description: 'The key a browser needs to subscribe to push messages of this portal.',
  who: 'signed-in',
});

export const subscribeToPush = endpoint<typeof schemas.subscribeToPush>()({
  method: 'PUT',
  path: '/push/subscription',
  summary: 'Subscribe to push messages',
  description:
    'The browser of this session then shows notifications even while the portal is closed. Subscribing again changes nothing.',
  who: 'signed-in',
  errors: ['messaging.unknown_push_service'],
});

export const unsubscribeFromPush = endpoint<typeof schemas.unsubscribeFromPush>()({
  method: 'DELETE',
  path: '/push/subscription',
  summary: 'Unsubscribe from push messages',
  description: 'Ends the subscription of the browser of this session.',
  who: 'signed-in',
});
