import type { PaymentEvent } from '../provider.ts';

/** `payment_status` of an instant payment notification; a webhook's event types are mapped to the same words. */
const EVENTS: Record<string, PaymentEvent> = {
  Completed: 'COMPLETED',
  Pending: 'PENDING',
  Created: 'PENDING',
  Processed: 'PENDING',
  'In-Progress': 'PENDING',
  Partially_Refunded: 'PENDING',
  Failed: 'FAILED',
  Denied: 'FAILED',
  Expired: 'FAILED',
  Voided: 'FAILED',
  Refunded: 'REFUNDED',
  Reversed: 'REVERSED',
  Canceled_Reversal: 'REVERSAL_CANCELED',
};

export const eventOf = (status: string): PaymentEvent =>
  Object.hasOwn(EVENTS, status) ? (EVENTS[status] as PaymentEvent) : 'UNKNOWN';
