import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { buildCustomer } from '../../../server/testing/stories.ts';
import { buildCredits } from './credits.factory.ts';
import {
  buildLedgerOwner,
  deleteJournal,
  forgePastGuards,
  selectMainAccount,
  runLedgerVerify,
  swapSecondAndThird,
  type Tx,
} from './forged-ledger.factory.ts';
import { postJournal } from './post-journal.ts';
import { checkNewLedgerEntries, checkWholeLedger, verifyWholeLedger } from '../../../app/server/whole-ledger.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ forEachTest: true });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  // After this check of the empty ledger, the hourly check reads only new entries: here, all of them.
  const faults = await checkWholeLedger(app.deps);
  if (faults.length > 0) throw new Error('the empty ledger does not verify');
  customer = await buildLedgerOwner(app);
  await app.db.transaction().execute((tx) =>
    postJournal(tx, {
      key: 'pp:T"1\\:Refunded:R',
      source: 'Payment',
      mayOverdraw: true,
      note: 'a note with "quotes", \\ , Živko\n\tand a line',
      lines: [{ userId: customer.id, unit: 'MAIN', amountCents: -500 }],
      actor: null,
    }),
  );
});

const account = () => selectMainAccount(customer.id);

test('an untouched ledger verifies without faults, even with unusual characters in it', async () => {
  const verified = await verifyWholeLedger(app.db);
  expect(verified).toMatchObject({ entries: 7, faults: [] });
  expect(verified.seal).toMatch(/^[0-9a-f]{64}$/);
});

/** Drops an entry with its journal, and takes it off the account's balance. Returns its cents. */
async function dropEntry(tx: Tx, sequence: number): Promise<number> {
  const { rows } = await sql<{ journal_id: number; amount_cents: number }>`
    delete from credit_entries where account_id = ${account()} and sequence = ${sequence} returning journal_id, amount_cents`.execute(
    tx,
  );
  const { journal_id, amount_cents: cents } = rows[0] as { journal_id: number; amount_cents: number };
  await deleteJournal(tx, journal_id);
  await sql`update credit_accounts set version = version - 1, balance_cents = balance_cents - ${cents} where id = ${account()}`.execute(
    tx,
  );
  return cents;
}

/** Each leaves sums and balances right as far as an attacker could, and is found by the seal. */
const breaks: Record<string, (tx: Tx) => Promise<unknown>> = {
  'a changed amount': async (tx) => {
    await sql`update credit_entries set amount_cents = amount_cents + 100, balance_after_cents = balance_after_cents + 100
               where account_id = ${account()} and sequence = 2`.execute(tx);
    await sql`update credit_entries set amount_cents = amount_cents - 100 where account_id = ${account()} and sequence = 3`.execute(
      tx,
    );
    for (const [sequence, cents] of [
      [2, -100],
      [3, 100],
    ]) {
      await sql`update credit_entries h set amount_cents = h.amount_cents + ${cents} from credit_entries e
                 where e.account_id = ${account()} and e.sequence = ${sequence} and h.journal_id = e.journal_id and h.account_id <> e.account_id`.execute(
        tx,
      );
    }
  },
  'a deleted entry, with everything after it moved up': async (tx) => {
    const cents = await dropEntry(tx, 2);
    await sql`update credit_entries set sequence = -(sequence - 1), balance_after_cents = balance_after_cents - ${cents}
               where account_id = ${account()} and sequence > 2`.execute(tx);
    await sql`update credit_entries set sequence = -sequence where account_id = ${account()} and sequence < 0`.execute(
      tx,
    );
  },
  'two entries that changed places': async (tx) => {
    await swapSecondAndThird(tx, account());
    await sql`update credit_entries e set balance_after_cents = s.total
                from (select id, sum(amount_cents) over (order by sequence) as total from credit_entries where account_id = ${account()}) s
               where s.id = e.id`.execute(tx);
  },
  'an entry that was put in': async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into credit_journals (key, source) values ('smuggled', 'Admin') returning id`.execute(tx);
    const journal = rows[0]?.id;
    await sql`insert into credit_entries (journal_id, account_id, amount_cents, balance_after_cents, sequence, seal)
              select ${journal}, id, 1000, balance_cents + 1000, version + 1, seal from credit_accounts where id = ${account()}`.execute(
      tx,
    );
    await sql`insert into credit_entries (journal_id, account_id, amount_cents)
              select ${journal}, id, -1000 from credit_accounts where user_id is null and unit = 'MAIN'`.execute(tx);
    await sql`update credit_accounts set version = version + 1, balance_cents = balance_cents + 1000 where id = ${account()}`.execute(
      tx,
    );
  },
  'a payment that became somebody else’s doing': (tx) =>
    sql`update credit_journals set user_id = ${customer.id} where key like 'built:%' and source = 'Payment'`.execute(
      tx,
    ),
  'a date that was changed': (tx) =>
    sql`update credit_journals set created_at = created_at - interval '1 microsecond' where key like 'pp:%'`.execute(
      tx,
    ),
  'a note that was changed': (tx) =>
    sql`update credit_journals set note = 'nothing happened' where key like 'pp:%'`.execute(tx),
  'the last entry cut off': (tx) => dropEntry(tx, 7),
};

describe('tampering', () => {
  test.each(Object.entries(breaks))('%s is found, here and by the hourly check', async (_, plant) => {
    await forgePastGuards(app, plant);
    const { faults } = await verifyWholeLedger(app.db);
    expect(faults).toContainEqual(
      expect.stringMatching(/is not sealed to the one before it|does not end with its last/),
    );
    const sums = faults.filter((fault) => /add up|follow/.test(fault));
    expect(sums).toEqual([]);
    expect(await checkNewLedgerEntries(app.deps)).toContainEqual(
      expect.stringMatching(/is not sealed to the one before it|does not end with its last/),
    );
    expect(await checkWholeLedger(app.deps)).not.toEqual([]);
  });
});

test('the command reports a changed note and exits with 1', async () => {
  expect(await runLedgerVerify(app)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/7 entries .*\nThey are sealed with the key \w{12}\.\nSeal [0-9a-f]{64}\n/) as string,
  });
  await forgePastGuards(app, (tx) => sql`update credit_journals set note = 'x' where key like 'pp:%'`.execute(tx));
  expect(await runLedgerVerify(app)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^BROKEN: entry \d+ is not sealed/) as string,
  });
});

test('the overall seal changes with every entry', async () => {
  const { seal } = await verifyWholeLedger(app.db);
  await buildCredits(app, customer.id, 1);
  expect((await verifyWholeLedger(app.db)).seal).not.toBe(seal);
});
