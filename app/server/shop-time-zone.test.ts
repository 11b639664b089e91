import { beforeAll, expect, test } from 'vitest';
import { downloadUserLedger, listUserLedger, type Ledger } from '../../features/credits/credits.calls.ts';
import { downloadStatement, getStatement, type Statement } from '../../features/credits/statement.calls.ts';
import { downloadFilesCsv } from '../../features/files/files.calls.ts';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { admin, app, openStage } from '../../server/testing/stage.ts';
import { buildCustomer } from '../../server/testing/stories.ts';
import { buildPosting } from '../../features/shop/reports/server/reports.factory.ts';

openStage();

/** In Skopje, an hour ahead of UTC in winter, it is half past midnight of the next day. */
const MOMENT = '2026-01-20T23:30:00.000Z';
const [BEFORE, DAY] = ['2026-01-20', '2026-01-21'];

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  const file = await buildFile(app.deps, { user_id: customer.id, price_cents: 5000, created_at: MOMENT });
  const gift = { source: 'Admin', userId: customer.id, cents: { MAIN: 9000 } } as const;
  await buildPosting(app.ownerDb, { ...gift, at: '2026-01-01T10:00:00Z', key: 'gift' });
  await buildPosting(app.ownerDb, {
    source: 'Upload',
    key: `pay:${file.id}`,
    userId: customer.id,
    fileId: file.id,
    cents: { MAIN: -5000 },
    at: MOMENT,
  });
});

const ofDay = (day: string) => ({ userId: customer.id, from: day, to: day });
const linesOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes).trimEnd().split('\r\n');

test('the portal tells its pages the zone of the shop', async () => {
  const { body } = await app.call(getApplicationConfiguration, {}, customer);
  expect(body).toMatchObject({ time_zone: 'Europe/Skopje' });
});

test('what happens at 23:30 UTC belongs to the next day of the shop: in the ledger', async () => {
  const paid = async (day: string) =>
    ((await app.call(listUserLedger, ofDay(day), customer)).body as Ledger).credits_ledger.length;
  expect([await paid(BEFORE), await paid(DAY)]).toEqual([0, 1]);
});

test('what happens at 23:30 UTC belongs to the next day of the shop: in the statement', async () => {
  const readStatementPart = async (day: string) =>
    ((await app.call(getStatement, ofDay(day), customer)).body as Statement).parts[0];
  expect(await readStatementPart(BEFORE)).toMatchObject({ opening: 90, rows: [], closing: 90 });
  expect(await readStatementPart(DAY)).toMatchObject({ opening: 90, spent: -50, closing: 40 });
});

test('what happens at 23:30 UTC belongs to the next day of the shop: in every table for a spreadsheet', async () => {
  const [ledger, statement, files] = await Promise.all([
    app.call(downloadUserLedger, { userId: customer.id }, customer),
    app.call(downloadStatement, ofDay(DAY), customer),
    app.call(downloadFilesCsv, {}, admin),
  ]);
  for (const reply of [ledger, statement, files]) {
    const [headers, ...rows] = linesOf(reply);
    expect(headers).toContain('(Europe/Skopje)');
    expect(rows.join('\n')).toContain('2026-01-21 00:30:00');
  }
});
