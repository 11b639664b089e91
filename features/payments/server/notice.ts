import type { Notice, PaymentProvider } from './provider.ts';

const TRANSACTION = /^[\w-]{1,64}$/;

/** Returns a transaction's number, or null for anything else. */
export const parseTransaction = (text: string | undefined | null): string | null =>
  typeof text === 'string' && TRANSACTION.test(text) ? text : null;

export const parseCurrency = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;

const AMOUNT = /^(-?)(\d{1,7})\.(\d{2})$/;

/** Reads the amount as digits: a detour over fractions could lose a cent. */
export function parseCents(text: string | undefined | null): number | null {
  const match = AMOUNT.exec(text ?? '');
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number(match[3]);
  return match[1] === '-' ? -cents : cents;
}

const CUSTOM = /^([1-9]\d{0,14})(?::([1-9]\d{0,14}))?$/;

/** `<userId>` or `<userId>:<fileId>`, as the payment form sent it. */
export function parseBuyer(custom: string | null): { userId: number; fileId: number | null } | null {
  const match = CUSTOM.exec(custom ?? '');
  if (!match) return null;
  return { userId: Number(match[1]), fileId: match[2] === undefined ? null : Number(match[2]) };
}

/** Returns the notice with its numbers as the ledger and the inbox store them. */
export function inLedger({ referencePrefix }: Pick<PaymentProvider, 'referencePrefix'>, notice: Notice): Notice {
  const { transactionId, parentId } = notice;
  return {
    ...notice,
    transactionId: `${referencePrefix}${transactionId}`,
    parentId: parentId === null ? null : `${referencePrefix}${parentId}`,
  };
}
