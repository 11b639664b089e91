import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import { type Actor, getPersonId } from '../../../server/http/call.ts';
import type { LedgerSource, Unit } from '../credits.calls.ts';
import {
  type LedgerKeys,
  type SealedEntry,
  type SealedHead,
  computeSeal,
  getLedgerSeal,
  isAuthentic,
  signHeads,
} from './ledger-seal.ts';
import { refusal } from '../../../contract/refusal.ts';

export interface Journal {
  /** One per business event; a second journal with the same key is not posted. */
  key: string;
  source: LedgerSource;
  /** Amounts that move on customers' accounts, in cents; the house takes the other side. */
  lines: { userId: number; unit: Unit; amountCents: number }[];
  fileId?: number;
  /** The provider's transaction concerned; a refund names the payment it takes back. */
  paymentReference?: string;
  /** The reason, for the account's owner; with the source Admin for administrators only (ledger-page.queries.ts). */
  note?: string;
  /** True for a trial in the sandbox. */
  isTest?: boolean;
  /** Only for money that a payment provider takes back. */
  mayOverdraw?: boolean;
  /** Who caused it; null for the product itself. */
  actor: Pick<Actor, 'id' | 'requestId' | 'colleague'> | null;
}

/** SQLSTATEs of `credit_post` for which customers get a sentence. */
const REFUSALS: Record<string, () => Error> = {
  TD001: refusal('errors.credits.not_enough'),
  TD004: refusal('errors.credits.spending_stopped'),
  TD006: refusal('errors.colleagues.no_credits'),
};

/**
 * Posts to the ledger; the only way a balance moves. The guards and the balance itself are in the database; a refusal
 * rolls back the surrounding transaction. Returns false when the event was posted before and nothing moved now.
 */
export async function postJournal(tx: Transaction<Schema>, journal: Journal): Promise<boolean> {
  const { keys } = getLedgerSeal(tx);
  const posted = await insertJournal(tx, journal).catch((error: { code?: string }) => {
    throw REFUSALS[error.code ?? '']?.() ?? error;
  });
  const heads = posted.flatMap((line, at) => sealableHead(keys, journal, { ...line, ...journal.lines[at] }) ?? []);
  await signHeads(tx, keys, heads);
  return posted.length > 0;
}

/** A line as `credit_post` has written it, with the previous state of its account. */
interface PostedLine {
  journal_id: number;
  created_us: number;
  account_id: number;
  amount_cents: number;
  sequence: number;
  balance_after_cents: number;
  seal: Buffer;
  previous_balance_cents: number;
  previous_version: number;
  previous_seal: Buffer;
  previous_mac: Buffer | null;
  previous_mac_key: string | null;
}

/**
 * Returns the account as it is now, to be sealed with the key. Null when its previous state had no valid seal: money
 * may still arrive, but a changed past never gets a valid seal here, and the next check finds it.
 */
function sealableHead(
  keys: LedgerKeys,
  journal: Journal,
  line: PostedLine & Partial<Journal['lines'][number]>,
): SealedHead | null {
  const { userId = 0, unit = 'MAIN' } = line;
  const account = { id: line.account_id, user_id: userId, unit };
  const before = { ...account, version: line.previous_version, balance_cents: line.previous_balance_cents };
  const seal = computeSeal(line.previous_seal, line.account_id, toSealedEntry(journal, line));
  const balance_cents = line.previous_balance_cents + line.amount_cents;
  if (!seal.equals(line.seal) || balance_cents !== line.balance_after_cents) {
    throw new Error(`the database has posted otherwise than asked on account ${line.account_id}`);
  }
  const sealed = { seal: line.previous_seal, mac: line.previous_mac, mac_key: line.previous_mac_key };
  if (!isAuthentic(keys, { ...before, ...sealed })) return null;
  return { ...account, version: line.sequence, balance_cents, seal, mac: null, mac_key: null };
}

const toSealedEntry = (journal: Journal, line: PostedLine): SealedEntry => ({
  sequence: line.sequence,
  amount_cents: line.amount_cents,
  balance_after_cents: line.balance_after_cents,
  journal_id: line.journal_id,
  key: journal.key,
  source: journal.source,
  may_overdraw: journal.mayOverdraw ?? false,
  file_id: journal.fileId ?? null,
  payment_reference: journal.paymentReference ?? null,
  note: journal.note ?? null,
  is_test: journal.isTest ?? false,
  user_id: journal.actor && getPersonId(journal.actor),
  request_id: journal.actor?.requestId ?? null,
  created_us: line.created_us,
});

async function insertJournal(tx: Transaction<Schema>, journal: Journal): Promise<PostedLine[]> {
  const { lines } = journal;
  const { rows } = await sql<PostedLine>`
    select * from credit_post(
      ${journal.key}, ${journal.source}, ${journal.mayOverdraw ?? false}, ${journal.fileId ?? null},
      ${journal.paymentReference ?? null}, ${journal.note ?? null}, ${journal.isTest ?? false},
      ${journal.actor && getPersonId(journal.actor)}, ${journal.actor?.requestId ?? null},
      ${lines.map(({ userId }) => userId)}::bigint[], ${lines.map(({ unit }) => unit)}::text[],
      ${lines.map(({ amountCents }) => amountCents)}::bigint[])`.execute(tx);
  return rows;
}
