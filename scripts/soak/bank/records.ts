import type { SandboxNotice } from '../../../portal/payments/server/sandbox/sandbox-notice.ts';

/** One payment as the provider knows it, and its messages about it so far. */
export interface ProviderPayment {
  transactionId: string;
  userId: number;
  amountCents: number;
  notices: { notice: SandboxNotice; body: Buffer }[];
  /** Something was on its way when the ground went: whether the provider has sent it is unknown. */
  isUnsure: boolean;
}

/** What was confirmed: from then on it must never be otherwise. */
export interface Records {
  operations: number;
  /** By what was asked and the status; 0 is no response. */
  responses: Map<string, number>;
  /** How often the payment of a file was acknowledged. */
  paid: Map<number, number>;
  refunded: Set<number>;
  /** Keys of balance edits. */
  edits: Set<string>;
  /** SHA-256 digests of notices that the listener has taken, by the transaction. */
  notices: Map<string, string>;
  generations: Set<number>;
  payments: ProviderPayment[];
  /** What must not happen at all, in sentences. */
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
  // A refusal, a limit and a neighbour that is down are valid responses; our own fault is not.
  const isFine = [0, 200, 201, 400, 404, 429, 503].includes(status);
  if (!isFine) records.violations.push(`${what} was answered with ${status}`);
}
