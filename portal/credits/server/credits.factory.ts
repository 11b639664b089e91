import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../server/http/call.ts';
import { toCents } from '../cents.rules.ts';
import type { LedgerSource, Unit } from '../credits.contract.ts';
import { postJournal } from './post-journal.ts';

/** Puts credits on an account, as an administrator or a payment would. */
export async function buildCredits(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  credits: number,
  { unit = 'MAIN', source = 'Admin' }: { unit?: Unit; source?: LedgerSource } = {},
): Promise<void> {
  await db.transaction().execute((tx) =>
    postJournal(tx, {
      key: `built:${randomUUID()}`,
      source,
      lines: [{ userId, unit, amountCents: toCents(credits) }],
      actor: null,
    }),
  );
}
