import { beforeAll, expect, test } from 'vitest';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { readShopHours } from '../../server/shop-hours.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { downloadReport, getReports, type Reports } from '../reports.calls.ts';
import { buildPosting } from './reports.factory.ts';
import { noteShopSettings } from './reports.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildCustomer>>;

let ana: User;
let boris: User;
let stage: { id: number; name: string };
let egr: { id: number; name: string };

const hoursIn = (zone: string) => readShopHours({ SHOP_TIME_ZONE: zone });

openStage({ config: { shopHours: hoursIn('Europe/Skopje') } });
beforeAll(async () => {
  await noteShopSettings(app.deps);
  [ana, boris] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
  await setCountry(ana, 'Italy');
  await setCountry(boris, 'Germany');
  stage = await buildSolution(app.deps, { credits: 60 });
  egr = await buildSolution(app.deps, { credits: 30, type: 'OPTION' });
  await playStory();
});

const setCountry = ({ id }: User, country: string) =>
  app.db.updateTable('users').set({ country }).where('id', '=', id).execute();

const paidFile = (user: User, solution_ids: number[], price_cents: number) =>
  buildFile(app.deps, {
    user_id: user.id,
    solution_ids,
    price_cents,
    status: 'PROCESSED',
    price_status: 'PAID',
    feasible: 'POSSIBLE',
  });

/**
 * In Skopje, two hours ahead of UTC in spring: Ana buys credits and pays 100 in the last second of March, Boris pays 50
 * in the first second of April. In April Ana's file is refunded, a part of her payment is taken back, and a part of
 * that is returned; she uses DTC OFF, from both balances, and once more after she has moved to France.
 */
async function playStory() {
  const post = (posting: Parameters<typeof buildPosting>[1]) => buildPosting(app.ownerDb, posting);
  const anas = await paidFile(ana, [stage.id, egr.id], 10_000);
  const boriss = await paidFile(boris, [stage.id], 5000);
  const gift = { source: 'Admin', cents: { MAIN: 50_000, AI: 2000 } } as const;
  await post({ ...gift, at: '2026-03-01T10:00:00Z', key: 'gift ana', userId: ana.id });
  await post({ ...gift, at: '2026-03-01T10:00:00Z', key: 'gift boris', userId: boris.id });
  const payment = { source: 'Payment', userId: ana.id } as const;
  await post({ ...payment, at: '2026-03-10T10:00:00Z', key: 'pp:P1:Completed', cents: { MAIN: 20_000 } });
  await post({ ...payment, at: '2026-03-11T10:00:00Z', key: 'pp:T1:Completed', cents: { MAIN: 50_000 }, isTest: true });
  const upload = { source: 'Upload', key: `pay:${anas.id}` } as const;
  await post({ ...upload, at: '2026-03-31T21:59:59Z', userId: ana.id, fileId: anas.id, cents: { MAIN: -10_000 } });
  await post({
    ...upload,
    key: `pay:${boriss.id}`,
    at: '2026-03-31T22:00:00Z',
    userId: boris.id,
    fileId: boriss.id,
    cents: { MAIN: -5000 },
  });
  // Changing today's catalogue does not affect how earlier payments are divided.
  await app.db.updateTable('solutions').set({ credits: 999 }).where('id', '=', egr.id).execute();
  await post({
    at: '2026-04-10T10:00:00Z',
    key: `refund:${anas.id}`,
    source: 'Refund',
    userId: ana.id,
    fileId: anas.id,
    cents: { MAIN: 10_000 },
  });
  await post({ ...payment, at: '2026-04-11T10:00:00Z', key: 'pp:P1:Reversed:R1', cents: { MAIN: -3000 } });
  await post({ ...payment, at: '2026-04-12T10:00:00Z', key: 'pp:P1:Canceled_Reversal:C1', cents: { MAIN: 1000 } });
  const dtcOff = { source: 'DTC OFF', userId: ana.id } as const;
  await post({ ...dtcOff, at: '2026-04-13T10:00:00Z', key: 'dtc:1', cents: { MAIN: -250, AI: -1000 } });
  await setCountry(ana, 'France');
  await post({ ...dtcOff, at: '2026-04-14T10:00:00Z', key: 'dtc:2', cents: { AI: -500 } });
}

const SPRING = { from: '2026-02', to: '2026-04' };

const read = async (period: object = SPRING) => {
  const { status, body } = await app.call(getReports, period, admin);
  expect(status).toBe(200);
  return body as Reports;
};

/** Expects the totals of the story, added up by hand. */
async function expectStory() {
  const { months, solutions, customers, countries, all_customers } = await read();
  const nothing = { paid_files: 0, files_revenue: 0, dtc_off_revenue: 0, refunds: 0, refunded: 0, revenue: 0 };
  expect(months).toEqual([
    { month: '2026-02', ...nothing, refunded_share: null, bought: 0, reversed: 0 },
    {
      ...nothing,
      month: '2026-03',
      paid_files: 1,
      files_revenue: 100,
      refunded_share: 0,
      revenue: 100,
      bought: 200,
      reversed: 0,
    },
    {
      month: '2026-04',
      paid_files: 1,
      files_revenue: 50,
      dtc_off_revenue: 17.5,
      refunds: 1,
      refunded: 100,
      refunded_share: 2,
      revenue: -32.5,
      bought: 0,
      reversed: 20,
    },
  ]);
  expect(solutions).toEqual([
    { kind: 'SOLUTION', solution_id: stage.id, name: stage.name, paid_files: 2, refunds: 1, revenue: 50 },
    { kind: 'DTC_OFF', solution_id: null, name: null, paid_files: 0, refunds: null, revenue: 17.5 },
    { kind: 'SOLUTION', solution_id: egr.id, name: egr.name, paid_files: 1, refunds: 1, revenue: 0 },
  ]);
  expect(customers.map(({ username, revenue }) => [username, revenue])).toEqual([
    [boris.username, 50],
    [ana.username, 17.5],
  ]);
  expect(all_customers).toBe(2);
  expect(countries).toEqual([
    { country: 'Germany', paid_files: 1, refunds: 0, revenue: 50 },
    { country: 'Italy', paid_files: 1, refunds: 1, revenue: 12.5 },
    { country: 'France', paid_files: 0, refunds: 0, revenue: 5 },
  ]);
}

test('revenue is spending minus refunds, by the shop’s months, without gifts and test payments', async () => {
  await expectStory();
  expect((await read()).first_month).toBe('2026-03');
});

test('a file’s price is split in whole cents, by the prices of its solutions on the day of payment', async () => {
  const { solutions } = await read({ from: '2026-03', to: '2026-03' });
  expect(solutions.map(({ solution_id, revenue }) => [solution_id, revenue])).toEqual([
    [stage.id, 66.67],
    [egr.id, 33.33],
  ]);
});

test('a customer who moves does not change the countries of past revenue', async () => {
  await setCountry(boris, 'Austria');
  expect((await read()).countries.map(({ country }) => country)).toEqual(['Germany', 'Italy', 'France']);
});

test('a changed time zone changes the months at once', async () => {
  const deps = { ...app.deps, config: { ...app.deps.config, shopHours: hoursIn('UTC') } };
  await noteShopSettings(deps);
  const reports = await read();
  expect(reports.time_zone).toBe('UTC');
  expect(reports.months.map(({ files_revenue }) => files_revenue)).toEqual([0, 150, 0]);
  expect(reports.countries.find(({ country }) => country === 'Germany')).toMatchObject({ revenue: 50 });
  await noteShopSettings(app.deps);
  await expectStory();
});

test('the default period is the last twelve months, the longest is five years', async () => {
  const { from, to, months } = await read({});
  expect(months).toHaveLength(12);
  expect([months[0]?.month, months.at(-1)?.month]).toEqual([from, to]);
  expect((await read({ from: '2022-01', to: '2026-12' })).months).toHaveLength(60);
  const refusals = [];
  for (const period of [{ from: '2021-12', to: '2026-12' }, { from: '2026-05', to: '2026-04' }, { from: '2026-13' }]) {
    const { status, body } = await app.call(getReports, period, admin);
    refusals.push([status, body.code]);
  }
  expect(refusals).toEqual([
    [400, 'reports.period_too_long'],
    [400, 'reports.period_backwards'],
    [400, expect.any(String)],
  ]);
});

test('each report can be downloaded as CSV with the numbers on the screen', async () => {
  const csv = async (report: string) => {
    const reply = await app.call(downloadReport, { report, ...SPRING }, admin);
    expect(reply.status).toBe(200);
    return { text: new TextDecoder().decode(reply.bytes), name: reply.headers.get('content-disposition') };
  };
  const revenue = await csv('revenue');
  expect(revenue.name).toContain('revenue-2026-02-to-2026-04.csv');
  expect(revenue.text.split('\r\n')[3]).toBe('2026-04,1,50,17.5,100,-32.5,0,20');
  expect((await csv('customers')).text).toContain(`${boris.username},1,0,50`);
  expect((await csv('countries')).text).toContain('Italy,1,1,12.5');
  expect((await csv('solutions')).text).toContain(`${stage.name},2,1,50`);
  expect((await csv('refunds')).text).toContain('2026-04,1,100,200');
  for (const report of ['turnaround', 'on-time', 'conversion', 'dtc-off']) {
    expect((await csv(report)).text.split('\r\n')).toHaveLength(5);
  }
});
