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

/** SQLSTATE of `credit_entry_post`: an account would fall below zero. */
const BELOW_ZERO = 'TD001';

/**
 * Posts to the ledger, and is the only way a balance moves. The guard against spending too much and the balance
 * itself are in the database (`0002-ledger.sql`); a refusal rolls back the transaction this is part of.
 * Answers false when the event was posted before: then nothing moved now.
 */
export async function postJournal(tx: Transaction<Schema>, journal: Journal): Promise<boolean> {
  if (journal.lines.some((line) => line.amountCents < 0) && !journal.mayOverdraw) await refuseWhileStopped(tx);
  const posted = await tx
    .insertInto('credit_journals')
    .values({
      key: journal.key,
      source: journal.source,
      may_overdraw: journal.mayOverdraw ?? false,
      file_id: journal.fileId ?? null,
      payment_reference: journal.paymentReference ?? null,
      note: journal.note ?? null,
      is_test: journal.isTest ?? false,
      user_id: journal.actor?.id ?? null,
      request_id: journal.actor?.requestId ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!posted) return false;
  for (const line of journal.lines) await postLine(tx, posted.id, line);
  return true;
}

async function postLine(tx: Transaction<Schema>, journalId: number, line: Journal['lines'][number]): Promise<void> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into credit_entries (journal_id, account_id, amount_cents)
      select ${journalId}, id, case when user_id is null then ${-line.amountCents}::bigint else ${line.amountCents}::bigint end
        from credit_accounts
       where unit = ${line.unit} and (user_id = ${line.userId} or user_id is null)
       order by user_id nulls last
      returning id`.execute(tx);
    if (rows.length !== 2) throw new Error(`user ${line.userId} has no ${line.unit} account`);
  } catch (error) {
    if ((error as { code?: unknown }).code === BELOW_ZERO) throw notEnoughCredits();
    throw error;
  }
}

async function refuseWhileStopped(tx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql`select 1 from credit_alarms where cleared_at is null limit 1`.execute(tx);
  if (rows.length > 0) throw spendingStopped();
}
