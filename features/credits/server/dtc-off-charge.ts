import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor } from '../../../server/http/call.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import { type Balances, shareOfBalances } from '../money.rules.ts';
import { toCents } from '../../../contract/amounts.ts';
import { lockAccounts, selectAccounts } from './credits.queries.ts';
import { postJournal } from './post-journal.ts';

export interface DtcOffCharge {
  sessionId: number;
  userId: number;
  credits: number;
  /** Note for the account's owner: the file that the charge was for. */
  note: string;
  /** Thrown when both balances together are not enough. */
  refusal: () => Refusal;
}

/**
 * Takes the price of a DTC OFF session, from the AI balance first and the rest from the main one, in one journal; at
 * most once per session, whatever happens. Returns the cents that were taken: 0 when the session was paid before.
 */
export async function chargeDtcOff(tx: Transaction<Schema>, actor: Actor, charge: DtcOffCharge): Promise<number> {
  const priceCents = toCents(charge.credits);
  // Both accounts are locked, in the order in which every journal moves them, so that the shares still hold when it
  // posts.
  const accounts = await lockAccounts(tx, charge.userId).execute();
  const shares = shareOfBalances(balancesOf(accounts), priceCents);
  if (shares === null) throw charge.refusal();
  const lines = [
    { userId: charge.userId, unit: 'MAIN' as const, amountCents: -shares.main },
    { userId: charge.userId, unit: 'AI' as const, amountCents: -shares.ai },
  ];
  const posted = await postJournal(tx, {
    key: `dtc:${charge.sessionId}`,
    source: 'DTC OFF',
    note: charge.note,
    lines: lines.filter(({ amountCents }) => amountCents < 0),
    actor,
  });
  return posted ? priceCents : 0;
}

/** Whether the charge would succeed now. Only to avoid needless work: `chargeDtcOff` decides. */
export async function canPayDtcOff(db: Database, userId: number, credits: number): Promise<boolean> {
  const accounts = await selectAccounts(db, userId).execute();
  return shareOfBalances(balancesOf(accounts), toCents(credits)) !== null;
}

type Account = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number];

function balancesOf(accounts: readonly Account[]): Balances {
  const findCents = (unit: Account['unit']) => accounts.find((account) => account.unit === unit)?.balance_cents ?? 0;
  return { ai: findCents('AI'), main: findCents('MAIN') };
}
