import { beforeAll, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { formatDayIn } from '../../../contract/zone-time.ts';
import * as contract from '../credits.calls.ts';
import { buildCredits } from './credits.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();

let customer: Customer;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  const other = await buildCustomer(app.deps);
  // Entries of the customer's two accounts are mixed, and entries of others come in between.
  for (let at = 0; at < 24; at += 1) {
    const unit = at < 4 || at % 5 === 0 ? 'AI' : 'MAIN';
    await buildCredits(app, customer.id, at + 1, { unit, source: at % 3 === 0 ? 'Payment' : 'Admin' });
    if (at % 4 === 0) await buildCredits(app, other.id, 7);
  }
});

const ask = async (input: Record<string, unknown>) =>
  (await app.call(contract.listUserLedger, { userId: customer.id, ...input }, customer)).body as contract.Ledger;
const amounts = ({ credits_ledger }: contract.Ledger) => credits_ledger.map((row) => row.credit_balance);
const newestFirst = Array.from({ length: 24 }, (_, at) => 24 - at);

test('a page at any offset of a customer’s ledger begins at the right row, even with mixed accounts', async () => {
  for (let offset = 0; offset <= 25; offset += 1) {
    expect([offset, amounts(await ask({ limit: 3, offset }))]).toEqual([offset, newestFirst.slice(offset, offset + 3)]);
  }
  expect(await ask({ limit: 1 })).toMatchObject({ total_rows: 24 });
});

test('filtering by source and days narrows the rows and the row count', async () => {
  const today = formatDayIn('Europe/Skopje', new Date());
  const payments = newestFirst.filter((amount) => (amount - 1) % 3 === 0);
  const days = { from: today, to: today };
  for (const narrowed of [{ source: 'Payment' }, { source: 'Payment', ...days }]) {
    const page = await ask({ ...narrowed, limit: 4, offset: 2 });
    expect([amounts(page), page.total_rows]).toEqual([payments.slice(2, 6), payments.length]);
  }
  expect(await ask({ to: '2020-01-01' })).toMatchObject({ total_rows: 0, credits_ledger: [] });
  const all = (await app.call(contract.listLedger, { ...days, source: 'Payment', limit: 100 }, admin))
    .body as contract.Ledger;
  expect(amounts(all)).toEqual(payments);
});
