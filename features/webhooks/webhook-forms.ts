import * as z from 'zod/mini';
import { requiredText } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 500;

/** An address without a user and a password, which the log and the audit list would show. */
const WebhookUrl = requiredText(invalid('errors.webhooks.url_invalid'), MAX_URL_LENGTH).check(
  z.regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i, invalid('errors.webhooks.url_invalid')),
);

const shape = {
  name: requiredText(invalid('errors.webhooks.name_missing'), MAX_NAME_LENGTH),
  url: WebhookUrl,
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, invalid('errors.webhooks.events_missing'))),
};

export const CreateWebhook = z.object(shape);
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const SetWebhook = z.object({ ...shape, is_enabled: z.boolean() });
export type SetWebhook = z.output<typeof SetWebhook>;
