import { parseCents, parseCurrency, parseTransaction } from '../notice.ts';
import type { Notice } from '../provider.ts';
import { eventOf } from './events.ts';
import { findReturnReason } from './return-reasons.ts';

/** The events about money, mapped to the words of the older form. */
const STATUSES = new Map([
  ['COMPLETED', 'Completed'],
  ['PENDING', 'Pending'],
  ['DENIED', 'Denied'],
  ['DECLINED', 'Denied'],
  ['REFUNDED', 'Refunded'],
  ['REVERSED', 'Reversed'],
]);

/** Parses an event about a captured payment or a sale; null when it is none. */
export function parseWebhook(body: Uint8Array, isTest: boolean): Notice | null {
  const event = parseJson(body);
  const match = /^PAYMENT\.(CAPTURE|SALE)\.(\w+)$/.exec(textAt(event, 'event_type') ?? '');
  const status = STATUSES.get(match?.[2] ?? '');
  const resource = valueAt(event, 'resource');
  const transactionId = parseTransaction(textAt(resource, 'id'));
  if (status === undefined || transactionId === null) return null;
  const isBack = status === 'Refunded' || status === 'Reversed';
  return {
    event: eventOf(status),
    status,
    transactionId,
    parentId: isBack ? findParent(resource, transactionId) : null,
    amountCents: parseCents(textAt(resource, 'amount', 'value') ?? textAt(resource, 'amount', 'total')),
    currency: parseCurrency(textAt(resource, 'amount', 'currency_code') ?? textAt(resource, 'amount', 'currency')),
    receivers: [textAt(resource, 'payee', 'email_address')?.toLowerCase() ?? []].flat(),
    custom: textAt(resource, 'custom_id') ?? textAt(resource, 'custom') ?? null,
    reason: findReturnReason(textAt(resource, 'status_details', 'reason') ?? textAt(resource, 'reason_code')),
    isTest,
  };
}

/** Returns undefined for anything that is not JSON. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, ...names: string[]): unknown {
  let found = value;
  for (const name of names) {
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  }
  return found;
}

function textAt(value: unknown, ...names: string[]): string | undefined {
  const found = valueAt(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

/** Finds the payment: a refund links to it one level up; a reversal may arrive with the payment's own number. */
function findParent(resource: unknown, transactionId: string): string | null {
  const links = valueAt(resource, 'links');
  const up = (Array.isArray(links) ? links : []).find(
    (link) => textAt(link, 'rel') === 'up' && /\/(captures|sale)\//.test(textAt(link, 'href') ?? ''),
  );
  return parseTransaction(textAt(resource, 'sale_id') ?? textAt(up, 'href')?.split('/').at(-1) ?? transactionId);
}
