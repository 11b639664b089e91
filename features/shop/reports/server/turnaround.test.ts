import { beforeAll, describe, expect, test } from 'vitest';
import { readShopHours } from '../../server/shop-hours.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { buildCredits } from '../../../credits/server/credits.factory.ts';
import { DTC_OFF_CREDITS, switchDtcsOff, uploadToAi } from '../../../dtc-off/dtc-off.calls.ts';
import type { AiUpload } from '../../../dtc-off/dtc-session.ts';
import { switchDtcsOffAsStaff, uploadAsStaff } from '../../../dtc-off/staff-dtc-off.calls.ts';
import * as files from '../../../files/files.calls.ts';
import { setFeasibility } from '../../../files/review/review.calls.ts';
import { getReports, type Reports } from '../reports.calls.ts';
import { buildImage } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { readTargetTimes } from '../../../staff/work/server/target-times.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { measurePastReadiness } from '../../../../app/demo/server/dates.ts';
import { noteShopSettings } from './reports.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildCustomer>>;

let customer: User;

/** In Skopje, two hours ahead of UTC in spring; Monday, 6 April 2026, is a holiday there. */
const SHOP = {
  SHOP_HOURS: 'Mon-Fri 08:00-16:00',
  SHOP_HOLIDAYS: '04-06',
  SHOP_TIME_ZONE: 'Europe/Skopje',
  TARGET_TIMES: 'PENDING=100,IN_PROGRESS=300',
};

openStage({ config: { shopHours: readShopHours(SHOP), targetTimes: readTargetTimes(SHOP) } });
beforeAll(async () => {
  await noteShopSettings(app.deps);
  customer = await buildCustomer(app.deps, 1000);
});

const ready = async (created_at: string, ready_mailed_at: string, paid_at: string | null = null) => {
  await buildFile(app.deps, {
    user_id: customer.id,
    status: 'PROCESSED',
    feasible: 'POSSIBLE',
    price_status: paid_at === null ? 'UNPAID' : 'PAID',
    created_at,
    ready_mailed_at,
    paid_at,
  });
  await measurePastReadiness(app.db);
};

const read = async (period: object) => (await app.call(getReports, period, admin)).body as Reports;
const readMonth = async (month: string) => (await read({ from: month, to: month })).priced[0];

describe('turnaround', () => {
  test('is measured in opening hours, and counted in the month in which files became payable', async () => {
    // Friday 15:00 to Tuesday 9:00, over a weekend and a holiday: 60 and 60 minutes.
    await ready('2026-04-03T13:00:00Z', '2026-04-07T07:00:00Z', '2026-05-09T10:00:00Z');
    await ready('2026-04-13T06:00:00Z', '2026-04-13T06:30:00Z', '2026-04-13T08:00:00Z');
    await ready('2026-04-14T06:00:00Z', '2026-04-14T07:00:00Z');
    // No open minutes pass at night.
    await ready('2026-04-14T20:00:00Z', '2026-04-14T22:00:00Z');
    // Two days and 40 minutes: 480 + 220 by Tuesday 11:40.
    await ready('2026-04-20T06:00:00Z', '2026-04-21T09:40:00Z');
    // In Skopje it is already May.
    await ready('2026-04-30T22:30:00Z', '2026-04-30T22:30:00Z');
    expect(await readMonth('2026-04')).toEqual({
      month: '2026-04',
      priced_files: 5,
      median_minutes: 60,
      most_minutes: 120,
      with_target: 5,
      on_time: 4,
      on_time_share: 0.8,
      paid: 2,
      paid_share: 0.4,
    });
    expect(await readMonth('2026-05')).toMatchObject({ priced_files: 1, median_minutes: 0, paid: 0 });
    expect((await read({ from: '2026-04', to: '2026-05' })).target_minutes).toBe(400);
  });

  test('of a file that took long is exact to the minute', async () => {
    await ready('2026-01-12T07:00:00Z', '2026-01-13T10:39:00Z');
    const { median_minutes } = (await readMonth('2026-01')) ?? {};
    expect(median_minutes).toBe(699);
  });

  test('files are neither late nor on time where a status has no target', async () => {
    const deps = { ...app.deps, config: { ...app.deps.config, targetTimes: { PENDING: 100 } } };
    await noteShopSettings(deps);
    await ready('2026-02-03T09:00:00Z', '2026-02-06T09:00:00Z');
    await noteShopSettings(app.deps);
    expect(await readMonth('2026-02')).toMatchObject({ priced_files: 1, with_target: 0, on_time_share: null });
  });
});

test('a file counts once as priced and once as paid, whatever happens to its price afterwards', async () => {
  const now = async () => (await read({})).priced.at(-1);
  const before = await now();
  const solution = await buildSolution(app.deps, { credits: 50 });
  const solution_ids = [solution.id];
  const { id } = await buildFile(app.deps, {
    user_id: customer.id,
    price_cents: 5000,
    status: 'IN_PROGRESS',
    solution_ids,
  });
  const ofSolution = async () => (await read({})).solutions.find(({ solution_id }) => solution_id === solution.id);
  const file = { name: 'golf.bin', bytes: new TextEncoder().encode('the modified image') };
  const priced = await app.call(setFeasibility, { id, feasible: 'POSSIBLE', price: 50 }, { ...admin, file });
  expect(priced.status).toBe(200);
  expect((await app.call(setFeasibility, { id, feasible: 'POSSIBLE', price: 60 }, admin)).status).toBe(200);
  expect(await now()).toMatchObject({ priced_files: (before?.priced_files ?? 0) + 1, paid: before?.paid });
  expect((await app.call(files.confirmAndPay, { id }, customer)).status).toBe(200);
  expect(await ofSolution()).toMatchObject({ paid_files: 1, refunds: 0, revenue: 60 });
  expect((await app.call(files.cancelFile, { id }, admin)).status).toBe(200);
  expect(await ofSolution()).toMatchObject({ paid_files: 1, refunds: 1, revenue: 0 });
  expect(await now()).toMatchObject({
    priced_files: (before?.priced_files ?? 0) + 1,
    paid: (before?.paid ?? 0) + 1,
  });
  expect((await read({})).months.at(-1)).toMatchObject({ paid_files: 1, refunds: 1, files_revenue: 60, refunded: 60 });
});

test('uses of DTC OFF are counted when they happen, and stay counted when their session is deleted', async () => {
  const now = async () => (await read({})).dtc_off.at(-1);
  const before = await now();
  const image = buildImage();
  const upload = async (endpoint: Endpoint, { token }: { token: string }) =>
    (await app.call(endpoint, {}, { token, file: { name: 'Golf 5.bin', bytes: image } })).body as AiUpload;
  const chosen = ({ fileName, ecuinfo }: AiUpload) => ({
    file_name: fileName,
    ecu_id: ecuinfo.ecuId ?? '',
    dtcs: 'P0616',
    declared_use: 'TEST_BENCH',
  });
  await buildCredits(app.deps, customer.id, DTC_OFF_CREDITS);
  const unpaid = await upload(uploadToAi, customer);
  await app.db.deleteFrom('ai_sessions').execute();
  const [paid, free] = [await upload(uploadToAi, customer), await upload(uploadAsStaff, admin)];
  expect(unpaid.fileName).not.toBe(paid.fileName);
  expect((await app.call(switchDtcsOff, chosen(paid), customer)).status).toBe(200);
  expect((await app.call(switchDtcsOffAsStaff, chosen(free), admin)).status).toBe(200);
  expect(await now()).toMatchObject({
    uploads: (before?.uploads ?? 0) + 3,
    paid: (before?.paid ?? 0) + 1,
    free: (before?.free ?? 0) + 1,
    generated: (before?.generated ?? 0) + 2,
  });
});
