import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';

export const getPushKey = endpoint({
  method: 'GET',
  path: '/push/key',
  summary: 'Get the key for push messages',
  description: 'The key a browser needs to subscribe to push messages of this portal.',
  who: 'signed-in',
  input: Nothing,
  reply: z.object({ key: z.string() }),
});

const NO_SUBSCRIPTION = invalid('errors.messaging.browser_gave_no_address_notifications');

export const subscribeToPush = endpoint({
  method: 'PUT',
  path: '/push/subscription',
  summary: 'Subscribe to push messages',
  description:
    'The browser of this session then shows notifications even while the portal is closed. Subscribing again changes nothing.',
  who: 'signed-in',
  input: z.object({
    endpoint: z.url(NO_SUBSCRIPTION).check(z.maxLength(1000, NO_SUBSCRIPTION)),
    keys: z.object(
      {
        /** 65 bytes and 16 bytes, in base64url. */
        p256dh: z.string(NO_SUBSCRIPTION).check(z.regex(/^[\w-]{87}=?$/, NO_SUBSCRIPTION)),
        auth: z.string(NO_SUBSCRIPTION).check(z.regex(/^[\w-]{22}(==)?$/, NO_SUBSCRIPTION)),
      },
      NO_SUBSCRIPTION,
    ),
  }),
  reply: Done,
  errors: ['messaging.unknown_push_service'],
});

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/push/subscription',
  summary: 'Unsubscribe from push messages',
  description: 'Ends the subscription of the browser of this session.',
  who: 'signed-in',
  input: Nothing,
  reply: Done,
});
