import { afterEach, expect, test } from 'vitest';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { summarise } from '../../../ecu/summary.ts';
import { runWithCaller } from '../../../server/database/callers.ts';
import type { Actor } from '../../../server/http/call.ts';
import { app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { describeDtcs, toDescribeInput } from '../describe-dtcs.calls.ts';
import type { DtcRow } from '../dtc-session.ts';
import * as contract from '../dtc-off.calls.ts';
import { describeDtcs as askDirectly } from './describe-rows.ts';
import { readBlockedDtcs } from './dtc-blocked.ts';
import { buildAiSession } from './dtc-off.factory.ts';

openStage();
afterEach(() => {
  app.config.dtcBlocked = [];
});

type Input = InputOf<typeof describeDtcs>;

/** Returns what a browser sends about a file that it has read. */
const codesOf = (bytes: Uint8Array): Input => toDescribeInput(summarise(bytes), 'en');

async function ask(input: Input, customer: Awaited<ReturnType<typeof buildCustomer>>): Promise<DtcRow[]> {
  const { status, body } = await app.call(describeDtcs, input, customer);
  expect(status).toBe(200);
  return (body as ReplyOf<typeof describeDtcs>).rows;
}

test('codes read by a browser are described and locked as in DTC OFF for the same file', async () => {
  app.config.dtcBlocked = readBlockedDtcs('P0100');
  const customer = await buildCustomer(app.deps);
  const bytes = new Uint8Array(edc16Sample());
  const session = await buildAiSession(app, { user_id: customer.id, bytes });
  const { body } = await app.call(
    contract.getDtcs,
    { file_name: session.file_name, ecu_id: session.ecu_id, language: 'en' },
    customer,
  );
  const rows = await ask(codesOf(bytes), customer);
  expect(rows).toEqual(body.dtcTable);
  expect(rows.find(({ dtc }) => dtc === 'P0100')?.locked?.code).toBe('dtc-off.row_blocked');
  expect(rows.filter(({ info }) => info !== null).length).toBeGreaterThan(50);
});

test('4 000 codes are checked against 1 000 rules of the operator nearly as fast as against one, and the caller is charged', async () => {
  const customer = await buildCustomer(app.deps);
  const [row] = codesOf(edc16Sample()).rows;
  if (row === undefined) throw new Error('the built image has codes');
  const rows = Array.from({ length: 4000 }, (_, at) => ({
    ...row,
    dtc: `P${at.toString(16).toUpperCase().padStart(4, '0')}`,
    maker_number: String(16_384 + at),
    shared_with: [],
  }));
  const actor = { ...customer, requestId: 'x' } as unknown as Actor;
  const input = { ...codesOf(edc16Sample()), rows };
  const charges: number[] = [];
  const caller = { name: 'user', connections: 2, charge: (ms: number) => void charges.push(ms) };
  // The least of several runs, because a machine with other work makes single ones long.
  const measureWith = async (rules: number) => {
    app.config.dtcBlocked = readBlockedDtcs(Array.from({ length: rules }, (_, at) => `U${1000 + at}`).join(','));
    const took: number[] = [];
    while (took.length < 5) {
      const before = process.threadCpuUsage();
      const described = await runWithCaller(caller, () => askDirectly(app.deps, actor, input));
      const { user, system } = process.threadCpuUsage(before);
      took.push(user + system);
      expect(described.rows.map(({ dtc }) => dtc)).toEqual(rows.map(({ dtc }) => dtc));
    }
    return Math.min(...took);
  };
  // The first runs are slower, and would hide a slow check behind them.
  await measureWith(1);
  const [one, many] = [await measureWith(1), await measureWith(1000)];
  expect(many).toBeLessThan(2 * one);
  expect(charges.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(5);
});

test('more rows than any table has, and text that is not a code, are refused', async () => {
  const customer = await buildCustomer(app.deps);
  const [row] = codesOf(edc16Sample()).rows;
  if (row === undefined) throw new Error('the built image has codes');
  const refused = async (rows: Input['rows']) =>
    (await app.call(describeDtcs, { ...codesOf(edc16Sample()), rows }, customer)).status;
  expect(await refused(Array.from({ length: 4001 }, () => row))).toBe(400);
  expect(await refused([{ ...row, dtc: '<b>' }])).toBe(400);
});
