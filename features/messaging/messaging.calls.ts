import { refusal } from '../../contract/refusal.ts';
import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';

/** A mail of the outbox, and how far it got. */
export const Mail = z.object({
  id: RecordId,
  recipient: z.string(),
  subject: z.string(),
  created_at: z.string(),
  /** Handed to the mail server, or written to the folder where there is none. */
  sent_at: z.nullable(z.string()),
  /** True when it was only saved as a file, because no mail server was set, and not sent. */
  is_saved: z.boolean(),
  /** Refused for good by the mail server, or given up: it is not tried again. */
  refused_at: z.nullable(z.string()),
  attempts: z.number(),
  last_error: z.nullable(z.string()),
});
export type Mail = z.output<typeof Mail>;

export const listMails = endpoint({
  method: 'GET',
  path: '/outbox',
  summary: 'List sent mails',
  description: 'The newest mails of the portal, at most 500.',
  who: 'mails.read',
  input: Nothing,
  reply: z.object({
    /** True when no mail server is set: then mails stay here, and can be read. */
    stays_here: z.boolean(),
    mails: z.array(Mail),
  }),
});

export const getMail = endpoint({
  method: 'GET',
  path: '/outbox/:id',
  summary: 'Get a sent mail',
  description:
    'One mail of the portal with its text. That of a mail about an account is for administrators without a staff role alone.',
  who: 'mails.read',
  hasSecret: true,
  input: z.object({ id: Id }),
  /** `text` is null once the mail was handed to a mail server, or is about an account and not for this reader. */
  reply: z.object({ ...Mail.shape, text: z.nullable(z.string()) }),
});

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
export const unknownPushService = refusal('errors.messaging.unknown_push_service');
export const unknownAddress = refusal('errors.messaging.unknown_address', 'recipients');
export const emptyBody = refusal('errors.messaging.empty_body', 'body');
