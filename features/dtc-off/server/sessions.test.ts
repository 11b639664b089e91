import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { samples } from '../../../ecu/testing/samples.ts';
import { runHousekeeping, sweepFiles } from '../../../app/server/housekeeping.ts';
import { isNamedKey } from '../../../app/server/check-files.ts';
import { startTestApp } from '../../../server/testing/app.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildZip } from '../../../server/testing/zip.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../contract/endpoint.ts';
import { login } from '../../accounts/accounts.calls.ts';
import type { DtcRow, AiSession } from '../dtc-session.ts';
import * as contract from '../dtc-off.calls.ts';
import * as proof from '../proof.calls.ts';
import { BUILT_PASSWORD } from '../../accounts/server/accounts.factory.ts';
import { buildAiSession, buildGeneration, buildImage } from './dtc-off.factory.ts';
import { sentence } from '../../../contract/refusal.ts';
import type { Sentence } from '../../../contract/texts.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
let customer: Customer;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

const HOUR_MS = 3_600_000;

const upload = (bytes: Uint8Array<ArrayBuffer>, who: Customer = customer, name = 'Golf 5.bin') =>
  app.call(contract.uploadToAi, {}, { token: who.token, file: { name, bytes } });

const countSessions = async (who: Customer) =>
  (await app.db.selectFrom('ai_sessions').select('id').where('user_id', '=', who.id).execute()).length;

/** Every field of the specified response, and no others. */
const ECU_INFO =
  'vehicleManufacturer systemManufacturer modelSeries fileSize softwareId hardwareNumber softwareNumber version ' +
  'processor vehicleSeries vehicleVariant vehicleModel vehicleYear manufacturerNumber engineManufacturer ' +
  'engineDesignation engineType engineDisplacement enginePowerKw engineTorque emissionStandard description ecuId';

describe('an upload', { tags: ['X-API-59', 'X-DTC-01'] }, () => {
  test('of an archive uses the file of its only control unit, or names them if there are several', async () => {
    const bytes = buildImage();
    const owner = await buildCustomer(app.deps);
    const packed = await upload(buildZip([{ name: 'Golf/ori.bin', bytes }]), owner, 'Golf 5.zip');
    expect(packed.status).toBe(200);
    expect(packed.body).toMatchObject({
      fileident: 'OK',
      originalName: 'ori.bin',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      canGenerate: true,
    });
    // The same bytes without the archive join the same session.
    const plain = await upload(bytes, owner, 'ori.bin');
    expect(plain.body.fileName).toBe(packed.body.fileName);
    expect(await countSessions(owner)).toBe(1);
    const two = await upload(
      buildZip([
        { name: 'a.bin', bytes },
        { name: 'b.bin', bytes },
      ]),
      owner,
      'two.zip',
    );
    expect(two.body).toMatchObject({
      fileident: 'ZIP archive',
      canGenerate: false,
      reason: {
        code: 'analysis.zip_of_several',
        message: expect.stringContaining('holds 2 control units: a.bin (Bosch EDC16'),
      },
    });
  });

  test(
    'returns a handle that begins with the file name, OK, and what the file states about its control unit',
    { tags: ['X-ENT-16', 'X-ENT-17'] },
    async () => {
      const bytes = buildImage();
      const { status, body } = await upload(bytes);
      expect(status).toBe(200);
      expect(body.fileName).toMatch(/^Golf 5\.bin\.[0-9a-f]{32}$/);
      expect(body).toMatchObject({
        fileident: 'OK',
        originalName: 'Golf 5.bin',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        canGenerate: true,
        reason: null,
        charged: false,
      });
      expect(body.warnings).toEqual([
        sentence('errors.ecu.checksums_cover', { percent: 100 }),
        sentence('errors.ecu.signature_no_longer_matches', { name: 'Signature 0x0' }),
        sentence('errors.ecu.signature_no_longer_matches', { name: 'Signature 0x40000' }),
      ]);
      expect(body.ecuinfo).toMatchObject({
        ecuId: 'BOSCH_EDC16U34',
        systemManufacturer: 'Bosch',
        modelSeries: 'EDC16U34',
        fileSize: bytes.length,
        // Nothing in this file states it, and it is not guessed.
        enginePowerKw: null,
        vehicleYear: null,
      });
      expect(Object.keys(body.ecuinfo).toSorted()).toEqual(ECU_INFO.split(' ').toSorted());
    },
  );

  test(
    'of something else shows what it looks like, and that it cannot be processed',
    { tags: ['X-DTC-02', 'X-DTC-21'] },
    async () => {
      const zip = Buffer.from('504b0304140000000800', 'hex');
      const notMemory = (type: string) => sentence('errors.analysis.not_a_memory', { type });
      const empty = sentence('errors.analysis.zip_without_unit', { names: 'file (blank)' });
      const cases: [string, Uint8Array<ArrayBuffer>, Sentence][] = [
        ['ZIP archive', new Uint8Array([...zip, ...new Uint8Array(40_000).fill(7)]), notMemory('ZIP archive')],
        ['gzip archive', new Uint8Array(gzipSync(new Uint8Array(19_000_000))), empty],
        ['blank', new Uint8Array(0x20000).fill(0xff), notMemory('blank')],
      ];
      for (const [looksLike, bytes, reason] of cases) {
        const { status, body } = await upload(bytes);
        expect([status, body.fileident.toLowerCase(), body.canGenerate]).toEqual([200, looksLike.toLowerCase(), false]);
        expect([body.ecuinfo.ecuId, body.reason]).toEqual([null, reason]);
      }
    },
  );

  test('of a control unit without a proved table shows that before any money moves', async () => {
    const { body } = await upload(
      samples.find(({ familyId }) => familyId === 'volvo-me7')?.build() as Uint8Array<ArrayBuffer>,
    );
    expect(body).toMatchObject({
      fileident: 'OK',
      canGenerate: false,
      reason: sentence('errors.ecu.class_place_unknown'),
    });
    const dtcs = await app.call(contract.getDtcs, { file_name: body.fileName, ecu_id: body.ecuinfo.ecuId }, customer);
    expect(dtcs.body.dtcTable.length).toBeGreaterThan(100);
    const messages = dtcs.body.dtcTable.map(({ locked }: DtcRow) => locked?.message);
    expect(new Set(messages)).toEqual(new Set([body.reason.message]));
  });

  test(
    'without a file, or with an empty or too large one, gets the screen’s message, and nothing is stored',
    { tags: ['X-VAL-24', 'X-ERR-64', 'X-ERR-65'] },
    async () => {
      const stored = await listStoredKeys(app);
      const missing = await app.call(contract.uploadToAi, {}, customer);
      expect([missing.status, missing.body.message]).toEqual([400, 'Please select a file first.']);
      const large = await upload(new Uint8Array(UPLOAD_LIMIT_BYTES + 1));
      expect([large.status, large.body.message]).toEqual([400, 'File size should not exceed 20MB.']);
      expect((await upload(new Uint8Array(0))).status).toBe(400);
      expect(await listStoredKeys(app)).toEqual(stored);
      expect((await upload(new Uint8Array(UPLOAD_LIMIT_BYTES))).body.fileident).toBe('blank');
    },
  );
});

describe('the same bytes', () => {
  test('join the paid session within 24 hours, and go on under the new name', async () => {
    const bytes = buildImage('edc16', 2);
    const before = await countSessions(customer);
    const { session } = await buildGeneration(app.deps, { user_id: customer.id, bytes });
    const stored = await listStoredKeys(app);
    const { body } = await upload(bytes, customer, 'again.bin');
    expect([body.fileName, body.charged]).toEqual([`again.bin.${session.file_name.slice(-32)}`, true]);
    expect(await countSessions(customer)).toBe(before + 1);
    expect(await listStoredKeys(app)).toEqual(stored);
  });

  test('uploaded four times at once are one session', async () => {
    const other = await buildCustomer(app.deps);
    const bytes = buildImage('mss54');
    const replies = await Promise.all([1, 2, 3, 4].map(() => upload(bytes, other)));
    expect(new Set(replies.map(({ body }) => body.fileName)).size).toBe(1);
    expect(await countSessions(other)).toBe(1);
    const named = await isNamedKey(app, await listStoredKeys(app));
    expect((await listStoredKeys(app)).every((key) => named.has(key))).toBe(true);
  });

  test('from another customer are another session', async () => {
    const bytes = buildImage('mss54');
    const [one, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    expect((await upload(bytes, one)).body.fileName).not.toBe((await upload(bytes, other)).body.fileName);
  });
});

describe('a session', () => {
  test('does not exist for another customer, a made-up handle, or none', { tags: ['X-API-60'] }, async () => {
    const { file_name, ecu_id } = await buildAiSession(app, { user_id: customer.id, bytes: buildImage('mss54') });
    const other = await buildCustomer(app.deps);
    expect((await app.call(contract.getDtcs, { file_name, ecu_id }, customer)).status).toBe(200);
    expect((await app.call(contract.getDtcs, { file_name, ecu_id }, other)).status).toBe(404);
    const handle = file_name.slice(-32);
    for (const name of [`Golf 5.bin.${'0'.repeat(32)}`, 'Golf 5.bin', '', `../${handle.toUpperCase()}`, `x${handle}`]) {
      expect((await app.call(contract.getDtcs, { file_name: name, ecu_id }, customer)).status).toBe(404);
    }
  });

  test(
    'returns a reason but no codes for a model that is not in the list, and its codes for a model that is read alike',
    { tags: ['X-DTC-03'] },
    async () => {
      const { file_name, rows } = await buildAiSession(app, { user_id: customer.id });
      const other = await app.call(contract.getDtcs, { file_name, ecu_id: 'BOSCH_ME99' }, customer);
      expect(other.body).toMatchObject({
        dtcTable: [],
        canGenerate: false,
        reason: sentence('errors.dtc-off.other_model'),
      });
      const alike = await app.call(contract.getDtcs, { file_name, ecu_id: 'BOSCH_EDC16C39' }, customer);
      expect(alike.body.dtcTable).toHaveLength(rows.length);
    },
  );

  test('from before messages had codes shows them as they were stored', async () => {
    // A customer of its own: an upload of the same bytes would continue this session.
    const owner = await buildCustomer(app.deps);
    const { id, file_name, ecu_id } = await buildAiSession(app, { user_id: owner.id });
    const [obstacle, warning] = ['The table could be at several offsets.', 'The checksum "x" is not known.'];
    const english = JSON.stringify({ obstacle, warnings: [warning] });
    await sql`update ai_sessions set analysis = analysis || ${english}::jsonb where id = ${id}`.execute(app.db);
    const { status, body } = await app.call(contract.getDtcs, { file_name, ecu_id }, owner);
    const stored = (message: string) => ({ code: null, values: {}, message });
    expect([status, body.reason, body.warnings]).toEqual([200, stored(obstacle), [stored(warning)]]);
    const findRow = (code: string) => (body.dtcTable as DtcRow[]).find(({ dtc }) => dtc === code);
    expect(findRow('P0100')?.locked).toEqual(stored(obstacle));
  });

  test('lists its codes with number, state, description, emission and function', { tags: ['X-ENT-18'] }, async () => {
    const { file_name, ecu_id } = await buildAiSession(app, { user_id: customer.id });
    const { body } = await app.call(contract.getDtcs, { file_name, ecu_id }, customer);
    const findRow = (code: string) => (body.dtcTable as DtcRow[]).find(({ dtc }) => dtc === code);
    expect(findRow('P0100')).toMatchObject({
      dtc_int: 0x0100,
      status: 'ON',
      info: 'Mass air flow sensor A: circuit fault',
      info_source: 'standard',
      emission: true,
      functions: ['air flow sensor'],
      locked: null,
    });
    expect(findRow('P0117')).toMatchObject({ status: 'OFF', locked: sentence('errors.dtc-off.row_off') });
    expect(findRow('P0616')).toMatchObject({ emission: false, shared_with: ['P0617'] });
  });

  test('is listed for its owner with all that is needed to continue, newest first, on any device', async () => {
    const owner = await buildCustomer(app.deps);
    const first = await buildGeneration(app.deps, { user_id: owner.id, dtcs: 'P0616' });
    const { file_name } = await buildAiSession(app, { user_id: owner.id, bytes: buildImage('mss54') });
    const { body } = await app.call(contract.listSessions, {}, owner);
    const sessions = body as AiSession[];
    expect(sessions.map((one) => [one.fileName, one.charged, one.declaredUse])).toEqual([
      [file_name, false, null],
      [first.session.file_name, true, 'TEST_BENCH'],
    ]);
    expect(sessions[1]?.generations).toMatchObject([
      { id: first.id, codes: ['P0616'], file_name: 'Golf 5_dtc-off.bin' },
    ]);
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' };
    const credentials = { email: owner.email, password: BUILT_PASSWORD, device: 'another-device-1' };
    const { token } = (await app.call(login, credentials, { headers })).body as { token: string };
    expect((await app.call(contract.listSessions, {}, { token, headers })).body).toEqual(sessions);
    expect((await app.call(contract.listSessions, {}, await buildCustomer(app.deps))).body).toEqual([]);
  });

  test('is listed until it ends if it was paid, whatever was uploaded since; of unpaid ones at most twenty are listed', async () => {
    const owner = await buildCustomer(app.deps);
    const paid = await buildGeneration(app.deps, { user_id: owner.id, bytes: buildImage('edc16', 4) });
    const names: string[] = [];
    for (let serial = 0; serial < 21; serial += 1) {
      const { body } = await upload(new Uint8Array(64).fill(serial), owner, `${serial}.bin`);
      names.push(body.fileName);
    }
    expect(await countSessions(owner)).toBe(21);
    const { body } = await app.call(contract.listSessions, {}, owner);
    const sessions = body as AiSession[];
    expect(sessions.map(({ fileName }) => fileName)).toEqual([...names.slice(1).toReversed(), paid.session.file_name]);
    expect(sessions.filter(({ charged }) => charged).map(({ fileName }) => fileName)).toEqual([paid.session.file_name]);
  });
});

test('files from which nothing can be generated do not push out those that can still be paid', async () => {
  const owner = await buildCustomer(app.deps);
  const { file_name } = await buildAiSession(app, { user_id: owner.id, bytes: buildImage('mss54', 2) });
  for (let serial = 0; serial < 21; serial += 1) await upload(new Uint8Array(64).fill(serial), owner, `${serial}.pdf`);
  const { body } = await app.call(contract.listSessions, {}, owner);
  const sessions = body as AiSession[];
  expect(sessions).toHaveLength(20);
  expect(sessions.map(({ fileName }) => fileName)).toContain(file_name);
  expect(sessions[0]?.originalName).toBe('20.pdf');
});

describe('after 24 hours', () => {
  test('an unpaid session and its bytes are gone; the file of a paid one can still be downloaded, byte for byte', async () => {
    const own = await startTestApp();
    const owner = await buildCustomer(own.deps);
    const unpaid = await buildAiSession(own, { user_id: owner.id, bytes: buildImage('mss54') });
    const paid = await buildGeneration(own.deps, { user_id: owner.id });
    const made = await own.call(proof.downloadGenerated, { id: paid.id }, owner);
    own.clock.advance(24 * HOUR_MS - 60_000);
    await runHousekeeping(own.deps);
    expect((await own.call(contract.listSessions, {}, owner)).body).toHaveLength(2);
    own.clock.advance(120_000);
    for (const { file_name, ecu_id } of [unpaid, paid.session]) {
      expect((await own.call(contract.getDtcs, { file_name, ecu_id }, owner)).status).toBe(404);
    }
    expect((await own.call(contract.listSessions, {}, owner)).body).toEqual([]);
    expect(await listStoredKeys(own)).toHaveLength(2);
    await runHousekeeping(own.deps);
    const left = await own.db.selectFrom('ai_sessions').select(['id', 'file_key']).execute();
    expect(left.map(({ id }) => id)).toEqual([paid.session.id]);
    expect(await listStoredKeys(own)).toEqual(left.map(({ file_key }) => file_key));
    const again = await own.call(proof.downloadGenerated, { id: paid.id }, owner);
    expect([again.status, Buffer.compare(again.bytes, made.bytes)]).toEqual([200, 0]);
    expect((await own.call(proof.downloadProof, { id: paid.id }, owner)).status).toBe(200);
    await own.stop();
  });

  test('the same bytes start a new session that has to be paid', async () => {
    const own = await startTestApp();
    const owner = await buildCustomer(own.deps);
    const { session } = await buildGeneration(own.deps, { user_id: owner.id });
    own.clock.advance(24 * HOUR_MS + 60_000);
    const { body } = await own.call(
      contract.uploadToAi,
      {},
      { token: owner.token, file: { name: 'a.bin', bytes: buildImage() } },
    );
    expect([body.charged, body.fileName === session.file_name]).toEqual([false, false]);
    await own.stop();
  });
});

describe('the file of a session', () => {
  test('is returned to its owner as it was uploaded, even by the handle alone', async () => {
    const bytes = buildImage('me7');
    const { file_name } = await buildAiSession(app, { user_id: customer.id, bytes });
    for (const handle of [file_name, file_name.split('.').at(-1) ?? '']) {
      const { status, headers, bytes: sent } = await app.call(contract.downloadSessionFile, { handle }, customer);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toContain('Golf 5.bin');
      expect(Buffer.from(sent).equals(bytes)).toBe(true);
    }
  });

  test('is not available to anyone else, without a handle, or after the session has ended', async () => {
    const own = await startTestApp();
    const owner = await buildCustomer(own.deps);
    const { file_name } = await buildAiSession(own.deps, { user_id: owner.id });
    const ask = async (handle: string, who: Customer) =>
      (await own.call(contract.downloadSessionFile, { handle }, who)).status;
    expect(await ask(file_name, await buildCustomer(own.deps))).toBe(404);
    expect(await ask('Golf 5.bin', owner)).toBe(404);
    expect(await ask(file_name, owner)).toBe(200);
    own.clock.advance(24 * HOUR_MS + 60_000);
    expect(await ask(file_name, owner)).toBe(404);
    await own.stop();
  });
});

test('bytes that a session references are not swept', async () => {
  const { file_name } = await buildAiSession(app, { user_id: customer.id, bytes: buildImage('mss54', 3) });
  const before = await listStoredKeys(app);
  expect(await sweepFiles(app.deps, { all: true, minAgeMs: 0 })).toMatchObject({ setAside: 0 });
  expect(await listStoredKeys(app)).toEqual(before);
  expect(file_name).not.toBe('');
});
