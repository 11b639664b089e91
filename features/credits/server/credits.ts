import { type Transaction, sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { toCents, toCredits } from '../../../contract/amounts.ts';
import { type Ledger, type LedgerSource, type Unit, balanceChanged } from '../credits.calls.ts';
import {
  lockAccountAt,
  selectAccounts,
  selectBalanceAt,
  selectLedgerTotals,
  selectVisibleAccount,
} from './credits.queries.ts';
import { OPEN_TO_STAFF, countNarrowedRows, selectLedgerPage } from './ledger-page.queries.ts';
import { postJournal } from './post-journal.ts';
import { can } from '../../../contract/capabilities.ts';

interface Page {
  limit: number;
  offset: number;
  source?: LedgerSource | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads everybody's rows, newest first, with the totals by source. */
export const getLedger = (deps: Source, page: Page): Promise<Ledger> => readLedger(deps, null, page, true);

type Source = Pick<Deps, 'db' | 'config'>;

/** Reads the same for one customer; to other customers the ledger does not exist. */
export async function getUserLedger(deps: Source, actor: Actor, input: Page & { userId: number }): Promise<Ledger> {
  const visible = await selectVisibleAccount(deps.db, actor, input.userId).executeTakeFirst();
  if (!visible) throw notFound();
  return readLedger(deps, input.userId, input, can(actor, 'ledger.read-all'));
}

export async function findAccounts(db: Database, userId: number | null): Promise<number[] | null> {
  if (userId === null) return null;
  return (await selectAccounts(db, userId).execute()).map(({ id }) => id);
}

async function readLedger(
  { db, config }: Source,
  userId: number | null,
  page: Page,
  isStaff: boolean,
): Promise<Ledger> {
  const zone = config.shopHours.timeZone;
  const limit = Math.min(100, Math.max(1, page.limit));
  const { source, from, to, offset } = page;
  const accounts = await findAccounts(db, userId);
  const isNarrowed = [source, from, to].some((part) => part !== undefined);
  const [rows, totals, counted] = await Promise.all([
    selectLedgerPage(db, { accounts, source, from, to, zone }, { offset, limit })
      .$if(isStaff, (query) => query.select(OPEN_TO_STAFF))
      .execute(),
    selectLedgerTotals(db, accounts).executeTakeFirstOrThrow(),
    isNarrowed ? countNarrowedRows(db, accounts, { source, from, to, zone }).executeTakeFirstOrThrow() : {},
  ]);
  return { ...totals, ...counted, credits_ledger: rows };
}

/** Takes the price of a file from its owner's main balance; at most once per file, whatever happens. */
export const payForFile = (
  tx: Transaction<Schema>,
  actor: Pick<Actor, 'id' | 'requestId' | 'colleague'>,
  file: { id: number; user_id: number; price_cents: number },
) =>
  postJournal(tx, {
    key: `pay:${file.id}`,
    source: 'Upload',
    fileId: file.id,
    lines: [{ userId: file.user_id, unit: 'MAIN', amountCents: -file.price_cents }],
    actor,
  });

interface RefundedFile {
  id: number;
  file_id: string;
  /** Username of the file's owner. */
  username: string;
}

/** Refunds what the payment of the file took, whatever its price is today. */
export async function refundFile(tx: Transaction<Schema>, actor: Actor, file: RefundedFile) {
  const taken = await tx
    .selectFrom('credit_entries')
    .innerJoin('credit_journals', 'credit_journals.id', 'credit_entries.journal_id')
    .innerJoin('credit_accounts', 'credit_accounts.id', 'credit_entries.account_id')
    .select(['credit_accounts.user_id', 'credit_accounts.unit', 'credit_entries.amount_cents'])
    .where('credit_journals.key', '=', `pay:${file.id}`)
    .where('credit_accounts.user_id', 'is not', null)
    .execute();
  if (taken.length === 0) throw new Error(`file ${file.id} is paid, but nothing was taken for it`);
  const lines = taken.map((line) => ({
    userId: line.user_id as number,
    unit: line.unit,
    amountCents: -line.amount_cents,
  }));
  const posted = await postJournal(tx, { key: `refund:${file.id}`, source: 'Refund', fileId: file.id, lines, actor });
  if (posted) for (const line of lines) await recordRefund(tx, actor, file, line);
  return posted;
}

/** Records in the audit list that an administrator credited the balance, just as for a manual booking. */
async function recordRefund(
  tx: Transaction<Schema>,
  actor: Actor,
  { username, file_id }: RefundedFile,
  { userId, unit, amountCents }: { userId: number; unit: Unit; amountCents: number },
): Promise<void> {
  const { balance_cents } = await selectAccounts(tx, userId).where('unit', '=', unit).executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    kind: unit === 'MAIN' ? 'BALANCE' : 'AI_BALANCE',
    subject: { kind: 'USER', id: userId, name: username },
    field: `refund ${file_id}`,
    from: toCredits(balance_cents - amountCents).toFixed(2),
    to: toCredits(balance_cents).toFixed(2),
  });
}

export interface BalanceEdit {
  userId: number;
  username: string;
  /** `balance_version` as the administrator saw it. */
  seen: string;
  /** Undefined: left alone. */
  requested: Record<Unit, number | undefined>;
  /** The reason; posted with the amount, in the same statement. */
  reason: string;
}

/**
 * Posts the difference between the balances an administrator requests and those they saw. Nothing is posted for a
 * balance that was left unchanged; if one has moved in the meantime, the whole edit is refused.
 */
export async function editBalances(tx: Transaction<Schema>, actor: Actor, edit: BalanceEdit): Promise<void> {
  const [main, ai] = edit.seen.split('.').map(Number) as [number, number];
  for (const [unit, version] of [
    ['MAIN', main],
    ['AI', ai],
  ] as const) {
    const requested = edit.requested[unit];
    if (requested === undefined) continue;
    const requestedCents = toCents(requested);
    const seenCents = await balanceAt(tx, edit.userId, unit, version);
    if (seenCents === requestedCents) continue;
    const current = await lockAccountAt(tx, edit.userId, unit, version).executeTakeFirst();
    if (!current || seenCents === null) throw await changedMeanwhile(tx, edit.userId, unit);
    await postJournal(tx, {
      key: `admin:${edit.userId}:${unit}:${version}`,
      source: 'Admin',
      note: edit.reason,
      lines: [{ userId: edit.userId, unit, amountCents: requestedCents - current.balance_cents }],
      actor,
    });
    await recordChange(tx, actor, {
      kind: unit === 'MAIN' ? 'BALANCE' : 'AI_BALANCE',
      subject: { kind: 'USER', id: edit.userId, name: edit.username },
      field: edit.reason,
      from: toCredits(current.balance_cents).toFixed(2),
      to: toCredits(requestedCents).toFixed(2),
    });
  }
}

async function balanceAt(db: Database, userId: number, unit: Unit, version: number): Promise<number | null> {
  if (version === 0) return 0;
  const entry = await selectBalanceAt(db, userId, unit, version).executeTakeFirst();
  return entry?.balance_after_cents ?? null;
}

async function changedMeanwhile(db: Database, userId: number, unit: Unit) {
  const accounts = await selectAccounts(db, userId).execute();
  const cents = accounts.find((account) => account.unit === unit)?.balance_cents ?? 0;
  return balanceChanged({ balance: { cents } });
}

/** In a query over `users`: the balance in credits, as its own column. */
export const selectUserBalance = (unit: Unit): RawBuilder<number> =>
  sql<number>`(select balance_cents / 100.0::float8 from credit_accounts where user_id = users.id and unit = ${sql.lit(unit)})`;

/** In a query over `users`: the versions of both accounts as `main.ai`. */
export const versionsOfUser: RawBuilder<string> = sql<string>`(
  select string_agg(version::text, '.' order by unit desc) from credit_accounts where user_id = users.id)`;
