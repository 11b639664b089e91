import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkWholeLedger, RECORD_CHECKS } from '../../../app/server/whole-ledger.ts';
import { buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { findOpenAlarm } from './alarms.ts';
import { buildCredits } from './credits.factory.ts';
import { forgePastGuards, selectMainAccount, type Tx } from './forged-ledger.factory.ts';
import { readCheckState } from './check-state.ts';
import { checkNewEntries } from './new-entries.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ forEachTest: true });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
let paid: { id: number };
beforeEach(async () => {
  customer = await buildCustomer(app.deps, 100);
  await buildCredits(app, customer.id, 20, { source: 'Payment' });
  await checkWholeLedger(app.deps);
  await buildCredits(app, customer.id, 7, { source: 'Payment' });
  paid = await buildPaidFile(app.deps, { user_id: customer.id });
});

const checkNew = (recordsAnHour?: number) =>
  checkNewEntries(app.deps, RECORD_CHECKS, recordsAnHour === undefined ? {} : { recordsAnHour });

const account = () => selectMainAccount(customer.id);

/** Number 3 is the first entry after the mark. */
const NEW = 3;
const OLD = 1;
const selectJournal = (sequence: number) =>
  sql`(select journal_id from credit_entries where account_id = ${account()} and sequence = ${sequence})`;

interface Tampering {
  work: (tx: Tx) => Promise<unknown>;
  finding: RegExp;
}

const CHANGED_NOTE: Tampering = {
  work: (tx) => sql`update credit_journals set note = 'x' where id = ${selectJournal(NEW)}`.execute(tx),
  finding: /^entry \d+ is not sealed to the one before it$/,
};

const tamperings: Record<string, Tampering> = {
  'a changed amount': {
    work: (tx) =>
      sql`update credit_entries set amount_cents = amount_cents + 1 where account_id = ${account()} and sequence = ${NEW}`.execute(
        tx,
      ),
    finding: /^entry \d+ does not follow the one before it$/,
  },
  'the other side of a journal taken out': {
    work: (tx) =>
      sql`delete from credit_entries where journal_id = ${selectJournal(NEW)} and sequence is null`.execute(tx),
    finding: /^journal \d+ does not add up to zero in MAIN$/,
  },
  'a changed note': CHANGED_NOTE,
  'a deleted entry': {
    work: (tx) => sql`delete from credit_entries where account_id = ${account()} and sequence = ${NEW}`.execute(tx),
    finding: /^account \d+ has no entry number 3$/,
  },
  'all new entries deleted': {
    work: (tx) => sql`delete from credit_entries where account_id = ${account()} and sequence >= ${NEW}`.execute(tx),
    finding: /^account \d+ holds 12700 cents, its entries add up to 12000$/,
  },
  'a changed balance': {
    work: (tx) => sql`update credit_accounts set balance_cents = balance_cents + 1 where id = ${account()}`.execute(tx),
    finding: /is not sealed with the key of the ledger as it is$/,
  },
  'a changed total': {
    work: (tx) =>
      sql`update credit_totals set amount_cents = amount_cents + 1 where account_id = ${account()} and source = 'Upload'`.execute(
        tx,
      ),
    finding: /^the totals of account \d+ say 12701 cents in 5 entries, it holds 12700 in 5$/,
  },
  'a paid file at another price': {
    work: (tx) => sql`update files set price_cents = 14000 where id = ${paid.id}`.execute(tx),
    finding: /^file \d+ is PAID at 14000 cents, the ledger took 15000$/,
  },
};

describe('entries posted since the last check', () => {
  test('are read once, by the next check, which moves the mark', async () => {
    expect(await checkNew()).toEqual([]);
    await forgePastGuards(app, CHANGED_NOTE.work);
    expect(await checkNew()).toEqual([]);
    expect((await checkWholeLedger(app.deps)).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(tamperings))('%s among them is found and stops spending', async (_, { work, finding }) => {
    await forgePastGuards(app, work);
    expect(await checkNew()).toContainEqual(expect.stringMatching(finding));
    expect(await findOpenAlarm(app.db)).not.toBeNull();
  });

  test('are read again after a check with findings, which leaves the mark unmoved', async () => {
    await forgePastGuards(app, CHANGED_NOTE.work);
    expect(await checkNew()).toContainEqual(expect.stringMatching(CHANGED_NOTE.finding));
    await app.db.updateTable('credit_alarms').set({ cleared_at: new Date() }).execute();
    expect(await checkNew()).toContainEqual(expect.stringMatching(CHANGED_NOTE.finding));
  });
});

test('a change to an old entry is found by the full check, and by hourly checks from then on', async () => {
  await forgePastGuards(app, (tx) =>
    sql`update credit_journals set note = 'x' where id = ${selectJournal(OLD)}`.execute(tx),
  );
  expect(await checkNew()).toEqual([]);
  const found = [expect.stringMatching(/is not sealed to the one before it/)];
  expect(await checkWholeLedger(app.deps)).toEqual(found);
  expect(await checkNew()).toEqual(found);
  await forgePastGuards(app, (tx) =>
    sql`update credit_journals set note = null where id = ${selectJournal(OLD)}`.execute(tx),
  );
  expect(await checkNew()).toEqual([]);
  expect(await findOpenAlarm(app.db)).toBeNull();
});

test('the last entry before the mark is compared with the mark, however old it is', async () => {
  await forgePastGuards(app, (tx) =>
    sql`update credit_entries set balance_after_cents = 1 where account_id = ${account()} and sequence = 2`.execute(tx),
  );
  expect(await checkNew()).toEqual([expect.stringMatching(/^account \d+ has another past than at the check of /)]);
});

test('an alarm is not cleared by a check that began before the alarm was raised', async () => {
  const rest = async () => {
    await app.db
      .insertInto('credit_alarms')
      .values({ finding: 'raised meanwhile' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
  expect(await checkWholeLedger(app.deps, { pause: rest })).toEqual([]);
  expect(await findOpenAlarm(app.db)).toBe('raised meanwhile');
});

test('records changed without an entry are compared in turn, a fixed number per hour', async () => {
  const one = await buildFile(app, { user_id: customer.id });
  await sql`insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                               petrol_type, generation, solution, solution_ids, price_cents)
            select user_id, file_name, 'copy ' || n, 1, '', vehicle, brand, model, ecu, petrol_type, generation, solution, '{}', 100
              from files, generate_series(1, 2500) n where id = ${one.id}`.execute(app.ownerDb);
  await forgePastGuards(app, (tx) =>
    sql`update files set price_status = 'PAID', status = 'PROCESSED', feasible = 'POSSIBLE', mod_file_key = 'm', mod_file_name = 'm'
         where id = (select max(id) from files)`.execute(tx),
  );
  expect(await checkNew(1000)).toEqual([]);
  expect((await readCheckState(app.db)).rounds).toMatchObject({ files: 1000 });
  expect(await checkNew(1000)).toEqual([]);
  expect(await checkNew(1000)).toEqual([expect.stringMatching(/^file \d+ is PAID at 100 cents, the ledger took 0$/)]);
  expect((await readCheckState(app.db)).rounds).toMatchObject({ files: 0 });
});
