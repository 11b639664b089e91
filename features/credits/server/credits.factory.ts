import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import { toCents } from '../../../contract/amounts.ts';
import type { LedgerSource, Unit } from '../credits.calls.ts';
import { getLedgerSeal, selectHeads, signHeads } from './ledger-seal.ts';
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

/** Entries per statement: each leaves behind a version of the account's row that the next one has to read. */
const AT_ONCE = 100;

/** Posts `count` small payments, each one cent more than the one before. */
export async function buildManyEntries({ db }: Pick<Deps, 'db'>, userId: number, count: number): Promise<void> {
  const name = randomUUID();
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, count);
    await sql`select p.sequence from generate_series(${from}::bigint, ${to}::bigint) i, lateral credit_post(
        ${`bulk:${name}:`} || i, 'Payment', false, null, null, null, false, null, null,
        array[${userId}]::bigint[], array['MAIN'], array[100 + i]::bigint[]) p`.execute(db);
  }
  const heads = (await selectHeads(db)).filter(({ user_id, version }) => user_id === userId && version > 0);
  await signHeads(db, getLedgerSeal(db).keys, heads);
}
