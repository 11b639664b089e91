import { describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { listUserLedger, type Ledger } from '../../credits/credits.calls.ts';
import { downloadStatement, getStatement, type Statement } from '../../credits/statement.calls.ts';
import * as accounts from '../accounts.calls.ts';
import { verifyWholeLedger } from '../../../app/server/whole-ledger.ts';
import { forgePastGuards } from '../../credits/server/forged-ledger.factory.ts';

openStage({ movesMoney: true });

const REASON = 'Paid by bank transfer, receipt 4711';

async function edit(id: number, change: Record<string, unknown>) {
  const { body } = await app.call(accounts.getUser, { id }, admin);
  return app.call(accounts.updateUser, { ...body, ...change }, admin);
}

const rowsFor = async (userId: number, by: { token: string }) =>
  ((await app.call(listUserLedger, { userId }, by)).body as Ledger).credits_ledger;

describe('the reason for a balance edit', () => {
  test('is shown to administrators in the ledger and the statement, and nowhere to the customer', async () => {
    const customer = await buildCustomer(app.deps);
    await edit(customer.id, { credit_balance: 50, balance_reason: ` ${REASON} ` });
    expect(await rowsFor(customer.id, admin)).toMatchObject([{ source: 'Admin', note: null, reason: REASON }]);
    const [own] = await rowsFor(customer.id, customer);
    expect(own).toMatchObject({ source: 'Admin', credit_balance: 50, note: null });
    expect(own).not.toHaveProperty('reason');
    const [staffs, customers] = await Promise.all(
      [admin, customer].map(
        async (by) => (await app.call(getStatement, { userId: customer.id }, by)).body as Statement,
      ),
    );
    expect(JSON.stringify(staffs)).toContain(REASON);
    expect(JSON.stringify(customers)).not.toContain(REASON);
    const tables = await Promise.all(
      [admin, customer].map(async (by) => {
        const { bytes } = await app.call(downloadStatement, { userId: customer.id }, by);
        return new TextDecoder().decode(bytes);
      }),
    );
    expect(tables.map((table) => [table.includes('50'), table.includes('4711')])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  test('is posted with the amount and part of its seal', async () => {
    const customer = await buildCustomer(app.deps);
    await edit(customer.id, { ai_credit_balance: 20, balance_reason: REASON });
    const key = `admin:${customer.id}:AI:0`;
    const journal = app.db.selectFrom('credit_journals').select('note').where('key', '=', key);
    expect(await journal.executeTakeFirst()).toEqual({ note: REASON });
    const setReason = (note: string) =>
      forgePastGuards(app, (tx) => tx.updateTable('credit_journals').set({ note }).where('key', '=', key).execute());
    const findFaults = async () => (await verifyWholeLedger(app.db)).faults;
    await setReason('Paid in cash');
    expect(await findFaults()).toEqual([expect.stringMatching(/is not sealed to the one before it$/)]);
    await setReason(REASON);
    expect(await findFaults()).toEqual([]);
  });

  test('is "No reason was given." if a program sends none', async () => {
    const customer = await buildCustomer(app.deps);
    await edit(customer.id, { credit_balance: 5 });
    await edit(customer.id, { credit_balance: 6, balance_reason: '' });
    const reasons = (await rowsFor(customer.id, admin)).map(({ reason }) => reason);
    expect(reasons).toEqual(['No reason was given.', 'No reason was given.']);
  });

  test('appears in the audit list beside the change, and has at most 200 characters', async () => {
    const customer = await buildCustomer(app.deps);
    const refused = await edit(customer.id, { credit_balance: 7, balance_reason: 'x'.repeat(201) });
    expect([refused.status, refused.body.field]).toEqual([400, 'balance_reason']);
    await edit(customer.id, { credit_balance: 7, balance_reason: REASON });
    const { body } = await app.call(listChanges, { kind: 'BALANCE', about: customer.username }, admin);
    expect(body.changes).toMatchObject([{ old_value: '0.00', new_value: '7.00', field: REASON }]);
  });
});
