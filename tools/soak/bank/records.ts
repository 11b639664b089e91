import type { SandboxNotice } from '../../../features/payments/server/sandbox/sandbox-notice.ts';

/** One payment from the provider's side, with its messages about it so far. */
export interface ProviderPayment {
  transactionId: string;
  userId: number;
  amountCents: number;
  notices: { notice: SandboxNotice; body: Buffer }[];
  /** A message was in transit when the server or database ended: it is unknown whether the provider has sent it. */
  isUnsure: boolean;
}

/** Everything that was confirmed and must hold from then on. */
export interface Records {
  operations: number;
  /** Number of responses by operation and status; 0 is no response. */
  responses: Map<string, number>;
  /** How often the payment of a file was acknowledged. */
  paid: Map<number, number>;
  refunded: Set<number>;
  /** Keys of balance edits. */
  edits: Set<string>;
  /** Transactions of the notices that the listener accepted, by the SHA-256 of the notice. */
  notices: Map<string, string>;
  generations: Set<number>;
  payments: ProviderPayment[];
  /** Descriptions of events that must never happen. */
  violations: string[];
}

export const emptyRecords = (): Records => ({
  operations: 0,
  responses: new Map(),
  paid: new Map(),
  refunded: new Set(),
  edits: new Set(),
  notices: new Map(),
  generations: new Set(),
  payments: [],
  violations: [],
});

export function count(records: Records, what: string, status: number): void {
  records.operations += 1;
  const key = `${what} ${status}`;
  records.responses.set(key, (records.responses.get(key) ?? 0) + 1);
  // A refusal, a limit and an unavailable dependency are valid responses; a fault of our own is not.
  const isFine = [0, 200, 201, 400, 404, 429, 503].includes(status);
  if (!isFine) records.violations.push(`${what} was answered with ${status}`);
}
