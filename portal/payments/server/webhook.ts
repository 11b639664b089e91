import * as z from 'zod/mini';
import { currencyOf } from './ipn.ts';
import { centsOf, transactionOf, type Notice } from './notice.ts';

/** The events about money, by the words of the older form, which the rules are written in. */
const STATUSES: Record<string, string> = {
  COMPLETED: 'Completed',
  PENDING: 'Pending',
  DENIED: 'Denied',
  DECLINED: 'Denied',
  REFUNDED: 'Refunded',
  REVERSED: 'Reversed',
};

const Amount = z.object({
  value: z.optional(z.string()),
  currency_code: z.optional(z.string()),
  total: z.optional(z.string()),
  currency: z.optional(z.string()),
});

const Event = z.object({
  event_type: z.string(),
  resource: z.object({
    id: z.string(),
    amount: z.optional(Amount),
    custom_id: z.optional(z.string()),
    custom: z.optional(z.string()),
    sale_id: z.optional(z.string()),
    payee: z.optional(z.object({ email_address: z.optional(z.string()) })),
    status_details: z.optional(z.object({ reason: z.optional(z.string()) })),
    reason_code: z.optional(z.string()),
    links: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
  }),
});
type Event = z.output<typeof Event>;

/** Reads an event about a captured payment or a sale; null when it is none. */
export function readWebhook(body: Uint8Array, isTest: boolean): Notice | null {
  const event = parseEvent(body);
  const match = /^PAYMENT\.(CAPTURE|SALE)\.(\w+)$/.exec(event?.event_type ?? '');
  const status = STATUSES[match?.[2] ?? ''];
  if (!event || status === undefined) return null;
  const { resource } = event;
  const transactionId = transactionOf(resource.id);
  if (transactionId === null) return null;
  const { value, currency_code, total, currency } = resource.amount ?? {};
  const isBack = status === 'Refunded' || status === 'Reversed';
  return {
    transactionId,
    parentId: isBack ? parentOf(resource) : null,
    status,
    amountCents: centsOf(value ?? total),
    currency: currencyOf(currency_code ?? currency),
    receiver: resource.payee?.email_address?.toLowerCase() ?? null,
    custom: resource.custom_id ?? resource.custom ?? null,
    reasonCode: resource.status_details?.reason ?? resource.reason_code ?? null,
    isTest,
  };
}

function parseEvent(body: Uint8Array): Event | null {
  try {
    const parsed = z.safeParse(Event, JSON.parse(Buffer.from(body).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A refund names its payment by a link one level up; a reversal may be told with the payment itself. */
function parentOf({ id, sale_id, links = [] }: Event['resource']): string | null {
  const up = links.find(({ rel, href }) => rel === 'up' && /\/(captures|sale)\//.test(href))?.href;
  return transactionOf(sale_id ?? up?.split('/').at(-1) ?? id);
}
