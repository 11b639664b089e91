import {
  type Notice,
  type PaymentEvent,
  type ReturnReason,
  parseCents,
  parseCurrency,
  parseTransaction,
} from '../provider.ts';

/** The charset of PayPal accounts that never chose another. */
const USUAL_CHARSET = 'windows-1252';

/** Reads an instant payment notification; null when it is none, or repeats a field. */
export function parseIpn(body: Uint8Array): Notice | null {
  const fields = readForm(body);
  if (fields === null) return null;
  const transactionId = parseTransaction(fields.get('txn_id'));
  const status = fields.get('payment_status');
  if (transactionId === null || !status || !/^[\w-]{1,40}$/.test(status)) return null;
  return {
    transactionId,
    parentId: parseTransaction(fields.get('parent_txn_id')),
    status,
    event: eventOf(status),
    amountCents: parseCents(fields.get('mc_gross')),
    currency: parseCurrency(fields.get('mc_currency')),
    // The primary address of the account that was paid, and the one that the payment named.
    receivers: [fields.get('receiver_email') ?? '', fields.get('business') ?? ''].map((one) => one.toLowerCase()),
    custom: fields.get('custom') ?? null,
    reason: findReturnReason(fields.get('reason_code')),
    isTest: fields.get('test_ipn') === '1',
  };
}

/**
 * Reads the fields of a form in the charset that it names itself. A repeated field makes the whole form ambiguous: two
 * readers could each believe a different one of the two.
 */
function readForm(body: Uint8Array): Map<string, string> | null {
  const pairs = Buffer.from(body)
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const);
    });
  const decoder = chooseDecoder(pairs.find(([name]) => name === 'charset')?.[1]);
  const fields = new Map<string, string>();
  for (const [name, value] of pairs.map((pair) => pair.map((part) => decoder.decode(decodeBytes(part))))) {
    if (name === undefined || value === undefined || fields.has(name) || value.includes('\0')) return null;
    fields.set(name, value);
  }
  return fields;
}

function chooseDecoder(charset: string | undefined) {
  try {
    return new TextDecoder(charset ?? USUAL_CHARSET);
  } catch {
    return new TextDecoder(USUAL_CHARSET);
  }
}

/** Decodes the encoding of a form; anything else stays as it is. */
function decodeBytes(part: string): Buffer {
  const latin = part
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin, 'latin1');
}

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

/** PayPal's codes for why money goes back. */
const REASONS = new Map<string, ReturnReason>([
  ['refund', 'refund'],
  ['buyer_complaint', 'claim'],
  ['buyer-complaint', 'claim'],
  ['chargeback', 'disputed'],
  ['chargeback_reimbursement', 'reimbursed'],
  ['chargeback_settlement', 'settled'],
  ['guarantee', 'guarantee'],
  ['unauthorized_claim', 'unauthorized'],
  ['unauthorized_spoof', 'unauthorized'],
  ['admin_fraud_reversal', 'fraud'],
  ['other', 'other'],
]);

export const findReturnReason = (code: string | undefined): ReturnReason | null =>
  REASONS.get(code?.toLowerCase() ?? '') ?? null;
