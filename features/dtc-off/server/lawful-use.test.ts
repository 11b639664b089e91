import { afterEach, describe, expect, test } from 'vitest';
import { medc17Sample } from '../../../ecu/testing/medc17-sample.ts';
import { readBlockedDtcs } from './dtc-blocked.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import type { DtcRow } from '../dtc-session.ts';
import * as contract from '../dtc-off.calls.ts';
import * as proof from '../proof.calls.ts';
import { buildAiSession } from './dtc-off.factory.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
afterEach(() => {
  app.config.dtcBlocked = [];
});

async function begin(country = 'Germany') {
  const customer = await buildCustomer(app.deps, 25);
  await app.db.updateTable('users').set({ country }).where('id', '=', customer.id).execute();
  const { id, file_name, ecu_id } = await buildAiSession(app, { user_id: customer.id });
  const ask = (dtcs: string, declared_use?: string) =>
    app.call(contract.switchDtcsOff, { file_name, ecu_id, dtcs, declared_use }, customer);
  const findRow = async (code: string) => {
    const { body } = await app.call(contract.getDtcs, { file_name, ecu_id }, customer);
    return (body.dtcTable as DtcRow[]).find(({ dtc }) => dtc === code);
  };
  return { customer, id, ask, rowOf: findRow };
}

const selectGenerations = (sessionId: number) =>
  app.db.selectFrom('ai_generations').where('session_id', '=', sessionId).orderBy('id');

const DECLARE = 'Codes that concern emissions were chosen. Please declare what the file is for.';

describe('a code that concerns emissions', () => {
  test('is refused without a declaration, and nothing is charged', async () => {
    const { customer, ask } = await begin();
    const refused = await ask('P0100');
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'dtc-off.declaration_missing', message: DECLARE, field: 'declared_use' },
    ]);
    expect(await readBalance(app, customer.id)).toBe(25);
  });

  test('is declared for each file, and the record and the proof have the declaration for that file', async () => {
    const { customer, id, ask } = await begin();
    expect((await ask('P0100', 'OFF_ROAD')).status).toBe(200);
    expect((await ask('P0107', 'COMPETITION')).status).toBe(200);
    expect((await ask('P0107')).body.message).toBe(DECLARE);
    expect((await ask('P0616')).status).toBe(200);
    const made = await selectGenerations(id).select(['codes', 'declared_use', 'proof']).execute();
    expect(made.map(({ codes, declared_use }) => [codes.join(), declared_use])).toEqual([
      ['P0100', 'OFF_ROAD'],
      ['P0107', 'COMPETITION'],
      ['P0616', null],
    ]);
    const proved = made.map(({ proof: text }) => (JSON.parse(text) as proof.Proof).statement.declared_use);
    expect(proved).toEqual(['OFF_ROAD', 'COMPETITION', null]);
    expect(await readBalance(app, customer.id)).toBe(15);
  });

  test('with another declaration is another file with its own proof, for nothing; the last one is offered again', async () => {
    const { customer, id, ask } = await begin();
    await ask('P0100', 'OFF_ROAD');
    await ask('P0100', 'TEST_BENCH');
    await ask('P0100', 'TEST_BENCH');
    const made = await selectGenerations(id).select(['declared_use', 'file_name', 'file_sha256', 'proof']).execute();
    expect(made.map(({ declared_use, file_name }) => [declared_use, file_name])).toEqual([
      ['OFF_ROAD', 'Golf 5_dtc-off.bin'],
      ['TEST_BENCH', 'Golf 5_dtc-off_2.bin'],
    ]);
    expect(new Set(made.map(({ file_sha256 }) => file_sha256)).size).toBe(1);
    const proved = made.map(({ proof: text }) => (JSON.parse(text) as proof.Proof).statement);
    expect(proved.map(({ declared_use }) => declared_use)).toEqual(['OFF_ROAD', 'TEST_BENCH']);
    expect(new Set(proved.map(({ reference }) => reference)).size).toBe(2);
    const { body } = await app.call(contract.listSessions, {}, customer);
    expect(body[0].declaredUse).toBe('TEST_BENCH');
    expect(await readBalance(app, customer.id)).toBe(15);
  });

  test('cannot be declared with a use that is not offered', async () => {
    const { ask } = await begin();
    const reply = await ask('P0100', 'BECAUSE');
    expect([reply.status, reply.body.message]).toEqual([400, 'Please declare what the file is for.']);
  });

  test('is the only kind that needs a declaration', async () => {
    const { ask } = await begin();
    expect((await ask('P0616')).status).toBe(200);
  });
});

describe('a block by the operator (DTC_BLOCKED)', () => {
  const allow = (text: string) => {
    app.config.dtcBlocked = readBlockedDtcs(text);
  };

  test('locks and refuses the code, and every code that would take it along', async () => {
    allow('P0616');
    const { customer, ask, rowOf: findRow } = await begin();
    expect((await findRow('P0616'))?.locked?.message).toBe('This portal does not switch off this code.');
    expect((await findRow('P0617'))?.locked?.message).toBe(
      'It is switched off together with P0616, which this portal does not switch off.',
    );
    expect((await findRow('P0532'))?.locked).toBeNull();
    for (const dtcs of ['P0616', 'P0617', 'P0532;P0616']) {
      const reply = await ask(dtcs);
      expect([reply.status, reply.body.code]).toEqual([400, 'dtc-off.blocked']);
      expect(reply.body.message).toMatch(/^This portal does not switch off P061[67](, P061[67])?\.$/);
    }
    expect(await readBalance(app, customer.id)).toBe(25);
  });

  test('for a country applies to its customers, whatever they declare, and to no others', async () => {
    allow('emission@DE');
    const german = await begin('Germany');
    expect((await german.rowOf('P0100'))?.locked?.message).toBe(
      'This portal does not switch off codes that concern emissions in Germany.',
    );
    expect((await german.ask('P0100', 'COMPETITION')).body.code).toBe('dtc-off.blocked');
    expect((await german.ask('P0616')).status).toBe(200);
    const french = await begin('France');
    expect((await french.rowOf('P0100'))?.locked).toBeNull();
    expect((await french.ask('P0100', 'COMPETITION')).status).toBe(200);
  });

  test('for emissions also applies to codes of unknown meaning, with a note that it is not public', async () => {
    allow('emission');
    const customer = await buildCustomer(app.deps);
    const bytes = medc17Sample({ codes: 'maker', variant: '35/1/EDC17_CP02/5/P598//C598G3W1///' });
    const session = await buildAiSession(app, { user_id: customer.id, bytes: new Uint8Array(bytes) });
    const { file_name, ecu_id } = session;
    const { body } = await app.call(contract.getDtcs, { file_name, ecu_id }, customer);
    const on = (body.dtcTable as DtcRow[]).filter(({ status }) => status === 'ON');
    expect(new Set(on.map(({ locked }) => locked?.message))).toEqual(
      new Set(['This portal does not switch off codes whose meaning is not public: they may concern emissions.']),
    );
  });

  test('for a country also applies to customers without a country', async () => {
    allow('emission@DE');
    const { rowOf: findRow } = await begin('');
    expect((await findRow('P0100'))?.locked?.message).toBe(
      'This portal does not switch off codes that concern emissions in Germany.',
    );
  });

  test.each(['germany', 'Deutschland', 'Germany.', 'GERMANY', 'Atlantis'])(
    'for a country cannot be evaded by calling it %s',
    async (country) => {
      allow('emission@DE');
      const { customer, ask } = await begin(country);
      expect((await ask('P0100', 'COMPETITION')).body.code).toBe('dtc-off.blocked');
      expect(await readBalance(app, customer.id)).toBe(25);
    },
  );

  test('by the maker’s number of a code applies to that code', async () => {
    const { ask, rowOf: findRow } = await begin();
    const number = (await findRow('P0616'))?.maker_number ?? '';
    expect(number).toMatch(/^[0-9A-F]+$/);
    allow(number);
    expect((await ask('P0616')).body.code).toBe('dtc-off.blocked');
    expect((await ask('P0532')).status).toBe(200);
  });

  test('is checked for every file, even in a session that was paid before the rule', async () => {
    const { ask } = await begin();
    expect((await ask('P0616')).status).toBe(200);
    allow('P0532');
    expect((await ask('P0532')).body.code).toBe('dtc-off.blocked');
    expect((await ask('P0616')).status).toBe(200);
  });
});

describe('the operator’s record', () => {
  const read = async (who: Customer) => app.call(proof.downloadDtcOffRecord, {}, who);

  test('lists for every file its customer, its original, its codes and its declared use', async () => {
    const { customer, id, ask } = await begin('Austria');
    await app.db.updateTable('users').set({ username: '=cmd()' }).where('id', '=', customer.id).execute();
    await ask('P0100;P0616', 'TEST_BENCH');
    const { status, bytes, headers } = await read(admin);
    const made = await app.db
      .selectFrom('ai_generations')
      .select(['reference', 'file_sha256'])
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/filename="dtc-off-record-\d{4}-\d\d-\d\d\.csv"/),
    ]);
    const line = new TextDecoder()
      .decode(bytes)
      .split('\r\n')
      .find((one) => one.includes(made.reference));
    // What a spreadsheet would execute is written as text.
    expect(line).toContain(`,'=cmd(),${customer.email},Austria,Golf 5.bin,`);
    expect(line).toContain(`,${made.file_sha256},P0100 P0616,P0100`);
    expect(line).toMatch(/,TEST_BENCH,,yes$/);
  });
});
