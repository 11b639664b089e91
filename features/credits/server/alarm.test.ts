import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readHealth } from '../../../server/testing/read-health.ts';
import { buildAdmin, buildCustomer, buildPaidFile, PRICED, readBalance } from '../../../server/testing/stories.ts';
import * as files from '../../files/files.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildCredits } from './credits.factory.ts';
import { forgePastGuards, selectMainAccount, type Tx } from './forged-ledger.factory.ts';
import { postJournal } from './post-journal.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ forEachTest: true });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
let paid: { id: number };
beforeEach(async () => {
  customer = await buildCustomer(app.deps, 500);
  paid = await buildPaidFile(app.deps, { user_id: customer.id });
});

const health = () => readHealth(app);

const CHECKED = { checked_at: expect.any(String), entries: expect.any(Number) };
const DISK = { status: 'ok', free_mb: expect.any(Number) };
/** Health of everything except the ledger. */
const SOUND_REST = {
  database: 'ok',
  disk: DISK,
  files: { status: 'unchecked' },
  backup: { status: 'off', started_at: null, finished_at: null },
  notices: [],
};

/** Planted faults, each with the sentence that has to name it. */
const faults: Record<string, { plant: (tx: Tx) => Promise<unknown>; finding: RegExp }> = {
  'a balance that nobody posted': {
    plant: (tx) =>
      sql`update credit_accounts set balance_cents = balance_cents + 1 where id = ${selectMainAccount(customer.id)}`.execute(
        tx,
      ),
    finding: /^account \d+ holds 50001 cents, its entries add up to 50000$/,
  },
  'an entry that was deleted at the end': {
    plant: (tx) =>
      sql`delete from credit_entries where id = (select max(id) from credit_entries where account_id = ${selectMainAccount(customer.id)})`.execute(
        tx,
      ),
    finding: /^journal \d+ does not add up to zero in MAIN$/,
  },
  'an entry with another amount': {
    plant: (tx) =>
      sql`update credit_entries set amount_cents = amount_cents + 5 where account_id = ${selectMainAccount(customer.id)} and sequence = 1`.execute(
        tx,
      ),
    finding: /^entry \d+ does not follow the one before it$/,
  },
  'a paid file without its payment': {
    plant: (tx) => sql`update files set price_cents = 14000 where id = ${paid.id}`.execute(tx),
    finding: /^file \d+ is PAID at 14000 cents, the ledger took 15000$/,
  },
  'a payment without a paid file': {
    plant: (tx) => sql`update files set price_status = 'UNPAID' where id = ${paid.id}`.execute(tx),
    finding: /^file \d+ is UNPAID at 15000 cents, the ledger took 15000$/,
  },
  'a refund that was never posted': {
    plant: (tx) =>
      sql`update files set price_status = 'REFUNDED', status = 'REFUNDED' where id = ${paid.id}`.execute(tx),
    finding: /^file \d+ is REFUNDED at 15000 cents, the ledger took 15000$/,
  },
  'money spent below zero': {
    plant: (tx) =>
      sql`update credit_entries set balance_after_cents = -1 where account_id = ${selectMainAccount(customer.id)} and amount_cents < 0`.execute(
        tx,
      ),
    finding: /^account \d+ was spent below zero by entry \d+$/,
  },
};

test.each(Object.entries(faults))('%s is found and reported', async (_, { plant, finding }) => {
  expect(await checkWholeLedger(app.deps)).toEqual([]);
  await forgePastGuards(app, plant);
  expect(await checkWholeLedger(app.deps)).toContainEqual(expect.stringMatching(finding));
});

describe('while the ledger does not add up', () => {
  const plant = () =>
    forgePastGuards(app, (tx) =>
      sql`update credit_accounts set balance_cents = balance_cents + 1 where id = ${selectMainAccount(customer.id)}`.execute(
        tx,
      ),
    );
  const mend = () =>
    forgePastGuards(app, (tx) =>
      sql`update credit_accounts set balance_cents = balance_cents - 1 where id = ${selectMainAccount(customer.id)}`.execute(
        tx,
      ),
    );

  test('spending stops and health returns 503 until the ledger is repaired', async () => {
    const file = await buildFile(app, { ...PRICED, user_id: customer.id });
    expect(await checkWholeLedger(app.deps)).toEqual([]);
    expect(await health()).toEqual({
      status: 200,
      body: { ...SOUND_REST, status: 'ok', ledger: 'ok', ledger_check: { status: 'ok', findings: 0, ...CHECKED } },
    });
    await plant();
    await checkWholeLedger(app.deps);
    // Found repeatedly, it is still one alarm for the sum and one for the seal.
    await checkWholeLedger(app.deps);
    const alarms = await app.db.selectFrom('credit_alarms').select('cleared_at').execute();
    expect(alarms).toEqual([{ cleared_at: null }, { cleared_at: null }]);
    expect(await health()).toEqual({
      status: 503,
      body: {
        ...SOUND_REST,
        status: 'ledger',
        ledger: 'stopped',
        ledger_check: { status: 'broken', findings: 2, ...CHECKED },
      },
    });

    const refused = await app.call(files.confirmAndPay, { id: file.id }, customer);
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        code: 'credits.spending_stopped',
        message: 'Payments are stopped while the credits are being checked. Please try again later.',
      },
    ]);
    expect((await app.call(files.getFile, { id: file.id }, customer)).body.file.price_status).toBe('UNPAID');

    await mend();
    expect(await checkWholeLedger(app.deps)).toEqual([]);
    expect((await health()).status).toBe(200);
    expect((await app.call(files.confirmAndPay, { id: file.id }, customer)).status).toBe(200);
  });

  test('payments and refunds continue: only spending stops', async () => {
    const admin = await buildAdmin(app.deps);
    await plant();
    await checkWholeLedger(app.deps);
    await buildCredits(app, customer.id, 10, { source: 'Payment' });
    const before = await readBalance(app, customer.id);
    expect((await app.call(files.cancelFile, { id: paid.id }, admin)).body.file.price_status).toBe('REFUNDED');
    expect((await readBalance(app, customer.id)) - before).toBe(150);
    await app.db.transaction().execute((tx) =>
      postJournal(tx, {
        key: randomUUID(),
        source: 'Payment',
        mayOverdraw: true,
        lines: [{ userId: customer.id, unit: 'MAIN', amountCents: -1000 }],
        actor: null,
      }),
    );
  });
});
