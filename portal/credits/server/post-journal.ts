import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor } from '../../../server/http/call.ts';
import type { LedgerSource, Unit } from '../credits.contract.ts';
import { notEnoughCredits, spendingStopped } from '../credits.errors.ts';

export interface Journal {
  /** One per business event; a second journal with the same key is not posted. */
  key: string;
  source: LedgerSource;
  /** What moves on customers' accounts, in cents; the house takes the other side. */
  lines: { userId: number; unit: Unit; amountCents: number }[];
  fileId?: number;
  /** The provider's transaction that this is about; a refund names the payment it takes back. */
  paymentReference?: string;
  /** Why, for the account's owner. */
  note?: string;
  /** Only tried out, in the sandbox. */
  isTest?: boolean;
  /** Only for money that a payment provider takes back. */
  mayOverdraw?: boolean;
  /** Who caused it; null is the product itself. */
  actor: Pick<Actor, 'id' | 'requestId'> | null;
}

/** SQLSTATEs of `credit_post` (`0026-ledger-posting.sql`) that customers get a sentence for. */
const REFUSALS: Record<string, () => Error> = { TD001: notEnoughCredits, TD004: spendingStopped };

/**
 * Posts to the ledger, and is the only way a balance moves. The guards and the balance itself are in the database; a
 * refusal rolls back the transaction this is part of. Returns false when the event was posted before: then nothing
 * moved now.
 */
export async function postJournal(tx: Transaction<Schema>, journal: Journal): Promise<boolean> {
  const posted = await insertJournal(tx, journal).catch((error: { code?: string }) => {
    throw REFUSALS[error.code ?? '']?.() ?? error;
  });
  return posted.length > 0;
}

/** A line as `credit_post` has written it. */
interface PostedLine {
  journal_id: number;
  account_id: number;
}

async function insertJournal(tx: Transaction<Schema>, journal: Journal): Promise<PostedLine[]> {
  const { lines } = journal;
  const { rows } = await sql<PostedLine>`
    select * from credit_post(
      ${journal.key}, ${journal.source}, ${journal.mayOverdraw ?? false}, ${journal.fileId ?? null},
      ${journal.paymentReference ?? null}, ${journal.note ?? null}, ${journal.isTest ?? false},
      ${journal.actor?.id ?? null}, ${journal.actor?.requestId ?? null},
      ${lines.map(({ userId }) => userId)}::bigint[], ${lines.map(({ unit }) => unit)}::text[],
      ${lines.map(({ amountCents }) => amountCents)}::bigint[])`.execute(tx);
  return rows;
}
