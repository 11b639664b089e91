/**
 * What webhooks are told. The triggers of the tables write these names in the transaction of the change
 * (server/database/migrations/0260-webhooks.sql).
 */
export const WEBHOOK_EVENTS = [
  'file.created',
  'file.status_changed',
  'file.modified_file_attached',
  'file.priced',
  'file.paid',
  'file.refunded',
  'file.delivered',
  'file.change_requested',
  'file.change_settled',
  'file.assigned',
  'file.further_file_added',
  'file.deleted',
  'file.restored',
  'ticket.opened',
  'ticket.closed',
  'ticket.reopened',
  'message.created',
  'payment.settled',
  'payment.reviewed',
  'credits.changed',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What the test button sends, whatever a webhook asks for. */
export const TEST_EVENT = 'webhook.test';
