import * as z from 'zod/mini';
import { endpoint, declarePatch } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { Cursor, LogTotals } from '../../contract/pages.ts';
import { CreateWebhook, SetWebhook } from './webhook-forms.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

/** An address of another program that is told what happens here. */
export const Webhook = z.object({
  id: RecordId,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: z.string(),
  last_delivered_at: z.nullable(z.string()),
  /** Since when nothing was accepted; null while the last message was. */
  failing_since: z.nullable(z.string()),
  disabled_at: z.nullable(z.string()),
  /** FAILURES: the portal switched it off, after days without an accepted message. */
  disabled_for: z.nullable(z.enum(['FAILURES', 'ADMINISTRATOR'])),
  /** Until when the key before the last change signs too. */
  previous_key_until: z.nullable(z.string()),
  /** Messages that are still to be delivered. */
  waiting: z.int(),
});
export type Webhook = z.output<typeof Webhook>;

/** A webhook with its signing key, which is shown this once. */
const WebhookWithKey = z.object({ ...Webhook.shape, signing_key: z.string() });
export type WebhookWithKey = z.output<typeof WebhookWithKey>;

/** One message, and what the receiver replied at the last attempt. */
export const WebhookDelivery = z.object({
  id: RecordId,
  /** The header `webhook-id`. */
  message_id: z.string(),
  type: z.string(),
  occurred_at: z.string(),
  created_at: z.string(),
  is_replay: z.boolean(),
  status: z.enum(['WAITING', 'DELIVERED', 'GIVEN_UP']),
  attempts: z.int(),
  attempted_at: z.nullable(z.string()),
  reply_status: z.nullable(z.int()),
  /** The first bytes of the reply. */
  reply_text: z.nullable(z.string()),
  reply_ms: z.nullable(z.int()),
  /** Why there was no reply. */
  error: z.nullable(z.string()),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: 'The addresses of other programs, with how their deliveries go.',
  who: 'webhooks.change',
  input: Nothing,
  reply: boundedList(Webhook),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook',
  description:
    'From now on its events are posted to the address, signed in the form of Standard Webhooks. The reply has the signing key, which cannot be read later.',
  who: 'webhooks.change',
  status: 201,
  input: CreateWebhook,
  reply: WebhookWithKey,
  hasSecret: true,
  errors: ['webhooks.url_invalid', 'webhooks.url_private', 'webhooks.url_insecure', 'webhooks.too_many'],
});

export const setWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/:id',
  summary: 'Change a webhook',
  description: 'Switching it on again forgets its failures. What happens while it is off is not sent later.',
  who: 'webhooks.change',
  input: z.object({ id: Id, ...SetWebhook.shape }),
  reply: Webhook,
  errors: ['webhooks.url_invalid', 'webhooks.url_private', 'webhooks.url_insecure'],
});

export const patchWebhook = declarePatch(setWebhook, z.object({ id: Id, ...z.partial(SetWebhook).shape }));

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Delete a webhook',
  description: 'Its log and what waits for delivery go with it.',
  who: 'webhooks.change',
  input: z.object({ id: Id }),
  reply: Done,
});

export const changeWebhookKey = endpoint({
  method: 'POST',
  path: '/webhooks/:id/key',
  summary: 'Change the signing key of a webhook',
  description:
    'For 24 hours messages are also signed with the old keys, so that the receiver can be changed meanwhile.',
  who: 'webhooks.change',
  input: z.object({ id: Id }),
  reply: WebhookWithKey,
  hasSecret: true,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/test',
  summary: 'Send a test message to a webhook',
  description: 'Makes one attempt and replies with its result.',
  who: 'webhooks.change',
  perMinute: 30,
  input: z.object({ id: Id }),
  reply: WebhookDelivery,
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'List the messages of a webhook',
  description: 'The newest first, one page at a time, with the reply to the last attempt. Kept for 30 days.',
  who: 'webhooks.change',
  input: z.object({ id: Id, cursor: z.optional(Cursor) }),
  reply: z.object({
    deliveries: z.array(WebhookDelivery),
    next_cursor: z.nullable(z.string()),
    totals: z.nullable(LogTotals),
  }),
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/webhook-deliveries/:id/replay',
  summary: 'Send a message to a webhook again',
  description: 'The same message with the same id, as a new entry of the log.',
  who: 'webhooks.change',
  status: 201,
  input: z.object({ id: Id }),
  reply: WebhookDelivery,
  errors: ['webhooks.is_disabled'],
});
