import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { analyse } from '../../../ecu/index.ts';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import * as credits from '../../credits/credits.calls.ts';
import * as contract from '../dtc-off.calls.ts';
import * as proof from '../proof.calls.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import { buildAiSession, buildImage } from './dtc-off.factory.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;
type Session = Awaited<ReturnType<typeof buildAiSession>>;

openStage({ movesMoney: true });
let customer: Customer;
let session: Session;
beforeEach(async () => {
  customer = await buildCustomer(app.deps, 25);
  session = await buildAiSession(app, { user_id: customer.id });
});

const ask = (more: Record<string, unknown> = {}, who: Customer = customer) =>
  app.call(
    contract.switchDtcsOff,
    { file_name: session.file_name, ecu_id: session.ecu_id, dtcs: 'P0616', ...more },
    who,
  );

const balances = async () => [await readBalance(app, customer.id), await readBalance(app, customer.id, 'AI')];
const charges = () =>
  app.db.selectFrom('credit_journals').select('key').where('key', '=', `dtc:${session.id}`).execute();
const generations = () =>
  app.db
    .selectFrom('ai_generations')
    .select(['id', 'codes', 'is_charged', 'is_first_said'])
    .where('session_id', '=', session.id)
    .orderBy('id')
    .execute();

const findState = (bytes: Uint8Array, code: string) => {
  const { listing } = analyse(bytes);
  return listing?.outcome === 'found' ? listing.rows.find((row) => row.code === code)?.state : undefined;
};

describe('the first file of a session', { tags: ['X-API-62'] }, () => {
  test('costs 10 CRS and is named after the upload, with the chosen code off and no unrelated one', async () => {
    const { status, bytes, headers } = await ask({ is_first: true });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(headers.get('content-disposition')).toContain('filename="Golf 5_dtc-off.bin"');
    expect([findState(buildImage(), 'P0616'), findState(bytes, 'P0616'), findState(bytes, 'P0087')]).toEqual([
      'on',
      'off',
      'on',
    ]);
    expect(await balances()).toEqual([15, 0]);
    const [made] = await generations();
    expect([headers.get('x-generation-id'), made]).toEqual([
      String(made?.id),
      { id: made?.id, codes: ['P0616'], is_charged: true, is_first_said: true },
    ]);
  });

  test('appears in the ledger with its file name, and under Upload in the totals', { tags: ['X-GEN-12'] }, async () => {
    await ask();
    const { body } = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
    expect(body.credits_ledger[0]).toMatchObject({
      credit_balance: -10,
      source: 'DTC OFF',
      unit: 'MAIN',
      note: 'Golf 5.bin',
    });
    expect([body.upload, body.admin]).toEqual([-10, 25]);
  });

  test('is paid from the AI balance first and the rest from the main one, in one journal', async () => {
    await buildCredits(app, customer.id, 4, { unit: 'AI' });
    expect((await ask()).status).toBe(200);
    expect(await balances()).toEqual([19, 0]);
    expect(await charges()).toHaveLength(1);
  });
});

describe('is_first is recorded and never trusted', { tags: ['X-DTC-13'] }, () => {
  test('false on an unpaid session is still charged', async () => {
    expect((await ask({ is_first: false })).status).toBe(200);
    expect(await balances()).toEqual([15, 0]);
    expect((await generations())[0]).toMatchObject({ is_charged: true, is_first_said: false });
  });

  test('true on a paid session is free, and so is omitting it', async () => {
    await ask({ is_first: true });
    expect((await ask({ is_first: true, dtcs: 'P0532' })).status).toBe(200);
    expect((await ask({ dtcs: 'P0532;P0616' })).status).toBe(200);
    expect(await balances()).toEqual([15, 0]);
    expect((await generations()).map(({ is_charged }) => is_charged)).toEqual([true, false, false]);
  });
});

test('what is made from a file that was just uploaded reads nothing back from the storage', async () => {
  const read = vi.spyOn(app.storage, 'read');
  const bytes = buildImage('edc16', 2);
  const { body } = await app.call(
    contract.uploadToAi,
    {},
    { token: customer.token, file: { name: 'read.bin', bytes } },
  );
  const made = await ask({ file_name: body.fileName, ecu_id: body.ecuinfo.ecuId });
  expect([made.status, findState(made.bytes, 'P0616'), read.mock.calls]).toEqual([200, 'off', []]);
  read.mockRestore();
});

describe('races', () => {
  test('two simultaneous first calls charge once, and both get their file', async () => {
    const [one, other] = await Promise.all([ask({ dtcs: 'P0616' }), ask({ dtcs: 'P0532' })]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect([findState(one.bytes, 'P0616'), findState(other.bytes, 'P0532')]).toEqual(['off', 'off']);
    expect(await balances()).toEqual([15, 0]);
    expect((await generations()).filter(({ is_charged }) => is_charged)).toHaveLength(1);
  });

  test('the same first call sent twice at once charges once and generates one file', async () => {
    const replies = await Promise.all([ask(), ask()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(replies.map(({ headers }) => headers.get('x-generation-id'))).size).toBe(1);
    expect([await balances(), (await generations()).length]).toEqual([[15, 0], 1]);
  });

  test('of two simultaneous sessions with credits for one, one gets its file and the other a refusal', async () => {
    const poor = await buildCustomer(app.deps, 10);
    const sessions = [
      await buildAiSession(app, { user_id: poor.id }),
      await buildAiSession(app, { user_id: poor.id, bytes: buildImage('edc16', 5) }),
    ];
    const replies = await Promise.all(
      sessions.map(({ file_name, ecu_id }) =>
        app.call(contract.switchDtcsOff, { file_name, ecu_id, dtcs: 'P0616' }, poor),
      ),
    );
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.message).toBe('Not enough credits. 10 CRS are needed.');
    const made = await app.db
      .selectFrom('ai_generations')
      .select('id')
      .where(
        'session_id',
        'in',
        sessions.map(({ id }) => id),
      )
      .execute();
    expect([await readBalance(app, poor.id), made.length]).toEqual([0, 1]);
  });
});

describe('no money moves', () => {
  test.each([
    [0, 0],
    [9.99, 0],
    [0, 9.99],
    [5, 4.99],
  ])('with %d CRS and %d AI credits: nothing is generated, and the message names what is needed', async (main, ai) => {
    const poor = await buildCustomer(app.deps, main);
    if (ai > 0) await buildCredits(app, poor.id, ai, { unit: 'AI' });
    const own = await buildAiSession(app, { user_id: poor.id });
    const reply = await app.call(
      contract.switchDtcsOff,
      { file_name: own.file_name, ecu_id: own.ecu_id, dtcs: 'P0616' },
      poor,
    );
    expect([reply.status, reply.body]).toEqual([
      400,
      { code: 'dtc-off.not_enough', message: 'Not enough credits. 10 CRS are needed.' },
    ]);
    expect(await app.db.selectFrom('ai_generations').select('id').where('session_id', '=', own.id).execute()).toEqual(
      [],
    );
    expect([await readBalance(app, poor.id), await readBalance(app, poor.id, 'AI')]).toEqual([main, ai]);
  });

  test.each([
    [{ dtcs: '' }, 'Please select at least one DTC.'],
    [{ dtcs: ' ; ;' }, 'Please select at least one DTC.'],
    [{ dtcs: 'P0616;P1234' }, 'Not in this file: P1234.'],
    [{ dtcs: 'P0616;P0117' }, 'Already OFF in this file: P0117.'],
    [{ ecu_id: 'BOSCH_ME7_5' }, 'This file is of another control unit than the chosen model.'],
  ])('for %j: %s', async (more, sentence) => {
    const reply = await ask(more);
    expect([reply.status, reply.body.message]).toEqual([400, sentence]);
    expect([await balances(), await generations()]).toEqual([[25, 0], []]);
  });

  test('for a file that cannot be processed, which gets the analysis’s reason', async () => {
    const listed = await buildAiSession(app, { user_id: customer.id, bytes: buildImage('volvo-me7') });
    const { file_name, ecu_id, rows } = listed;
    const reply = await app.call(contract.switchDtcsOff, { file_name, ecu_id, dtcs: rows[0]?.dtc }, customer);
    expect([reply.status, reply.body.message]).toEqual([
      400,
      'Where this control unit stores the class of a fault is not known, so the codes are only listed.',
    ]);
    expect(await balances()).toEqual([25, 0]);
  });

  test('when the workers ended that held the work: the customer is asked to try again, and then charged once', async () => {
    const reason = 'the worker ended in the middle, and so did the one after it';
    vi.spyOn(app.deps.ecu, 'run').mockResolvedValueOnce({ outcome: 'failed', haveWorkersEnded: true, reason });
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after'), await balances(), await generations()]).toEqual([
      503,
      '5',
      [25, 0],
      [],
    ]);
    expect([(await ask()).status, await balances()]).toEqual([200, [15, 0]]);
  });

  test('when the library fails, which is a fault of ours', async () => {
    vi.spyOn(app.deps.ecu, 'run').mockResolvedValueOnce({ outcome: 'failed', reason: 'a defect' });
    expect([(await ask()).status, await balances(), await generations()]).toEqual([500, [25, 0], []]);
  });

  test('for another customer, who gets 404 for the handle', async () => {
    const other = await buildCustomer(app.deps, 100);
    expect((await ask({}, other)).status).toBe(404);
    expect(await readBalance(app, other.id)).toBe(100);
  });

  test('when the stored bytes do not match the session', async () => {
    await app.db
      .updateTable('ai_sessions')
      .set({ file_sha256: 'f'.repeat(64) })
      .where('id', '=', session.id)
      .execute();
    expect((await ask()).status).toBe(500);
    expect([await balances(), await generations()]).toEqual([[25, 0], []]);
  });
});

describe('a file requested again', () => {
  test('is the same for the same codes, in any order and any number of times', { tags: ['X-DTC-16'] }, async () => {
    const first = await ask({ dtcs: 'P0616;P0532' });
    const again = await ask({ dtcs: 'P0532; P0616;P0532' });
    expect(again.headers.get('x-generation-id')).toBe(first.headers.get('x-generation-id'));
    expect(createHash('sha256').update(again.bytes).digest('hex')).toBe(
      createHash('sha256').update(first.bytes).digest('hex'),
    );
    expect(await generations()).toHaveLength(1);
  });

  test('can also be downloaded by its number, byte for byte', async () => {
    const made = await ask();
    const id = Number(made.headers.get('x-generation-id'));
    const fetched = await app.call(proof.downloadGenerated, { id }, customer);
    expect(Buffer.compare(fetched.bytes, made.bytes)).toBe(0);
  });

  test('is never sent if it is not, byte for byte, what was proved', async () => {
    const id = Number((await ask()).headers.get('x-generation-id'));
    await app.db
      .updateTable('ai_generations')
      .set({ file_sha256: '0'.repeat(64) })
      .where('id', '=', id)
      .execute();
    const reply = await app.call(proof.downloadGenerated, { id }, customer);
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([500, null]);
  });
});

test('a mismatch between ledger and sessions is found and reported', async () => {
  await ask();
  expect(await checkWholeLedger(app.deps)).toEqual([]);
  const setCharged = (cents: number) =>
    app.db
      .updateTable('ai_sessions')
      .set({ charged_cents: cents, charged_at: cents === 0 ? null : new Date() })
      .where('id', '=', session.id)
      .execute();
  await setCharged(900);
  expect(await checkWholeLedger(app.deps)).toEqual([
    `DTC OFF session ${session.id} is charged 900 cents, the ledger took 1000`,
  ]);
  await setCharged(0);
  expect(await checkWholeLedger(app.deps)).toEqual([
    `DTC OFF session ${session.id} is charged 0 cents, the ledger took 1000`,
    `DTC OFF session ${session.id} gave a file away and was not charged`,
  ]);
  await setCharged(1000);
  expect(await checkWholeLedger(app.deps)).toEqual([]);
});
