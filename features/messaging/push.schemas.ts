import * as z from 'zod/mini';
import { Done, Nothing } from '../../contract/fields.schemas.ts';
import { invalid } from '../../contract/texts.ts';

export const getPushKey = {
  input: Nothing,
  reply: z.object({ key: z.string() }),
};

const NO_SUBSCRIPTION = invalid('errors.messaging.browser_gave_no_address_notifications');

export const subscribeToPush = {
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
};

export const unsubscribeFromPush = {
  input: Nothing,
  reply: Done,
};
