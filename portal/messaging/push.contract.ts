import * as z from 'zod/mini';
import { Done, Nothing, endpoint } from '../endpoint.ts';

/** What a browser needs to subscribe to this portal. */
export const getPushKey = endpoint({
  method: 'GET',
  path: '/push/key',
  who: 'signed-in',
  input: Nothing,
  reply: z.object({ key: z.string() }),
});

const NO_SUBSCRIPTION = 'This browser did not say where to send to.';

/** The session's browser wants to be told when the portal is closed. Again is the same. */
export const subscribeToPush = endpoint({
  method: 'PUT',
  path: '/push/subscription',
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
});

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/push/subscription',
  who: 'signed-in',
  input: Nothing,
  reply: Done,
});
