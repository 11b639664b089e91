import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../../../app/server/housekeeping.ts';
import { multipart, rawCall, type Part } from '../../../../server/testing/raw-call.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { VEHICLE } from '../../files.factory.ts';
import { buildAdmin, buildCustomer } from '../../../../server/testing/stories.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { mapFileFields } from '../../file-fields.ts';
import { FIELD_VALUES } from '../field-values.ts';
import * as files from '../../files.calls.ts';
import * as review from '../../review/review.calls.ts';
import * as uploading from '../upload.calls.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

const LIMIT = 20_971_520;

openStage();
let customer: Awaited<ReturnType<typeof buildCustomer>>;
let stage: { id: number; name: string };
let dtcOff: { id: number };
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  stage = await buildSolution(app, { name: 'Stage 1', credits: 60, order_no: 1 });
  dtcOff = await buildSolution(app, { name: 'DTC OFF', type: 'OPTION', credits: 10, order_no: 2 });
});

const countRows = async () => (await app.db.selectFrom('files').select('id').execute()).length;
const namedKeys = async () =>
  (await app.db.selectFrom('file_history').select('file_key').execute()).map((row) => row.file_key).sort();

/** After every test here, stored bytes and rows reference each other. */
afterEach(async () => {
  const [stored, named] = [await listStoredKeys(app), await namedKeys()];
  if (String(stored) !== String(named)) throw new Error(`stored ${stored.join()}, named by rows ${named.join()}`);
});

const someFile = (bytes: Uint8Array<ArrayBuffer> = randomBytes(500)) => ({ name: 'Golf 5.bin', bytes });
const upload = (fields: Record<string, unknown> = {}, file = someFile(), headers: Record<string, string> = {}) =>
  app.call(
    uploading.createFile,
    { ...VEHICLE, solution_ids: [stage.id], ...fields },
    { token: customer.token, file, headers },
  );

const sendParts = (parts: readonly Part[]) => {
  const { headers, body } = multipart(parts);
  return rawCall(app.url, { method: 'POST', path: '/api/files', token: customer.token, headers, body });
};
const filePart = (value: string | Uint8Array = 'bytes', fileName = 'Golf 5.bin'): Part => ({
  name: 'file',
  value,
  fileName,
});
const fieldsPart = (fields: Record<string, unknown> = {}): Part => ({
  name: 'jsonData',
  value: JSON.stringify({ ...VEHICLE, solution_ids: [stage.id], ...fields }),
});

describe('how large a file may be', { tags: ['X-VAL-14'] }, () => {
  test('20 971 520 bytes are accepted and stored completely', async () => {
    const bytes = randomBytes(LIMIT);
    const reply = await upload({}, someFile(bytes));
    expect(reply.status).toBe(201);
    expect(reply.body.file).toMatchObject({
      file_size_bytes: LIMIT,
      file_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const back = await app.call(files.downloadOriginal, { id: reply.body.file.id }, customer);
    expect(Buffer.from(back.bytes).equals(bytes)).toBe(true);
  });

  test('20 971 521 bytes are refused with the sentence, and so is any larger file that can be drained', async () => {
    const rows = await countRows();
    for (const size of [LIMIT + 1, 25 * 1024 * 1024]) {
      const reply = await upload({}, someFile(Buffer.alloc(size)));
      expect([reply.status, reply.body.message]).toEqual([400, 'File size should not exceed 20MB.']);
    }
    expect(await countRows()).toBe(rows);
  });

  test.each(['said beforehand', 'not said beforehand'])('more than 25 MiB is 413 (size %s)', async (how) => {
    const rows = await countRows();
    const { headers, body } = multipart([filePart(Buffer.alloc(26 * 1024 * 1024)), fieldsPart()]);
    const { 'content-length': size = '', ...rest } = headers;
    const framing: Record<string, string> =
      how === 'said beforehand' ? { 'content-length': size } : { 'transfer-encoding': 'chunked' };
    const reply = await rawCall(app.url, {
      method: 'POST',
      path: '/api/files',
      token: customer.token,
      headers: { ...rest, ...framing },
      body,
    });
    expect(reply.status).toBe(413);
    expect(await countRows()).toBe(rows);
  });

  test('an empty file is refused', async () => {
    const reply = await upload({}, someFile(Buffer.alloc(0)));
    expect([reply.status, reply.body.message]).toEqual([400, 'The file is empty. Please select another file.']);
  });
});

describe('what an upload must consist of', () => {
  test('without a file it is refused with the form’s sentence', { tags: ['X-VAL-13'] }, async () => {
    const reply = await app.call(uploading.createFile, { ...VEHICLE, solution_ids: [stage.id] }, customer);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'http.file_missing',
      message: 'Please select a file first.',
      field: 'file',
    });
  });

  test('the file may come before or after its fields', async () => {
    for (const parts of [
      [filePart(), fieldsPart()],
      [fieldsPart(), filePart()],
    ]) {
      expect((await sendParts(parts)).status).toBe(201);
    }
  });

  test('two files are refused, and neither stays', async () => {
    const rows = await countRows();
    const stored = await listStoredKeys(app);
    for (const parts of [
      [filePart(), filePart(), fieldsPart()],
      [filePart(), fieldsPart(), filePart('others')],
    ]) {
      const reply = await sendParts(parts);
      expect([reply.status, JSON.parse(reply.text).message]).toEqual([400, 'Only one file can be sent at once.']);
    }
    expect(await countRows()).toBe(rows);
    expect(await listStoredKeys(app)).toEqual(stored);
  });

  test.each([
    ['vehicle', 'Please choose a vehicle.'],
    ['brand', 'Please choose a brand.'],
    ['model', 'Please choose an ECU model.'],
    ['ecu', 'Please fill in the ECU information.'],
    ['petrol_type', 'Please choose a petrol type.'],
    ['generation', 'Please choose a year.'],
    ['solution_ids', 'You must select at least one solution to upload the file.'],
  ])('%s is required; without it no bytes are left', { tags: ['X-VAL-15', 'X-VAL-16'] }, async (field, sentence) => {
    const stored = await listStoredKeys(app);
    for (const value of [undefined, field === 'solution_ids' ? [] : '']) {
      const reply = await upload({ [field]: value });
      expect([reply.status, reply.body.message, reply.body.field]).toEqual([400, sentence, field]);
    }
    expect(await listStoredKeys(app)).toEqual(stored);
  });

  test('every described field is stored and returned', async () => {
    const given = mapFileFields(
      (name, { example, maxLength }) => FIELD_VALUES[name]?.at(-1) ?? `${example} of ${name}`.slice(0, maxLength),
    );
    const { file } = (await upload(given)).body;
    expect(file).toMatchObject(given);
    expect((await app.call(files.getFile, { id: file.id }, customer)).body.file).toMatchObject(given);
  });

  test('gear, reading device and description may be left out, and are stored when given', async () => {
    expect((await upload({ gear: '', description: '   ' })).body.file).toMatchObject({
      gear: null,
      reading_device: null,
      description: null,
    });
    const full = { gear: 'Manual', reading_device: 'KT200', description: 'Smokes <b>a lot</b> & "knocks"\n—since Mai' };
    expect((await upload(full)).body.file).toMatchObject(full);
  });
});

describe('a connection that breaks in the middle', () => {
  test.each([100, 3_000_000])('after %i bytes of the file leaves no row and no bytes', async (sent) => {
    const rows = await countRows();
    const stored = (await listStoredKeys(app)).length;
    const { headers, body } = multipart([filePart(randomBytes(6_000_000)), fieldsPart()]);
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const head = Object.entries({ ...headers, host: 'x', authorization: `Bearer ${customer.token}` });
    socket.write(
      `POST /api/files HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 300 + sent));
    // It has begun to arrive, so the connection is really cut in the middle.
    await expect.poll(async () => (await listStoredKeys(app)).length).toBe(stored + 1);
    socket.destroy();
    await expect.poll(async () => (await listStoredKeys(app)).length).toBe(stored);
    expect(await countRows()).toBe(rows);
  });
});

describe('a repeat with the same Idempotency-Key', () => {
  const key = () => ({ 'idempotency-key': `try-${randomBytes(8).toString('hex')}` });

  test('returns the first record, even when its bytes arrive again', async () => {
    const [headers, file] = [key(), someFile()];
    const rows = await countRows();
    const first = await upload({}, file, headers);
    const second = await upload({}, file, headers);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countRows()).toBe(rows + 1);
  });

  test('four times at once creates one record, and all get the same response', async () => {
    const [headers, file] = [key(), someFile()];
    const rows = await countRows();
    const replies = await Promise.all([1, 2, 3, 4].map(() => upload({}, file, headers)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await countRows()).toBe(rows + 1);
  });

  test('with other bytes or fields is refused, and stores nothing', async () => {
    const [headers, file] = [key(), someFile()];
    await upload({}, file, headers);
    const rows = await countRows();
    const reused = { status: 400, body: { code: 'http.idempotency_reused' } };
    expect(await upload({}, someFile(), headers)).toMatchObject(reused);
    expect(await upload({ description: 'Read again.' }, file, headers)).toMatchObject(reused);
    expect(await countRows()).toBe(rows);
  });

  test('has no effect for another customer', async () => {
    const headers = key();
    const mine = await upload({}, someFile(), headers);
    const other = await buildCustomer(app.deps);
    const theirs = await app.call(
      uploading.createFile,
      { ...VEHICLE, solution_ids: [stage.id] },
      { token: other.token, file: someFile(), headers },
    );
    expect(theirs.status).toBe(201);
    expect(theirs.body.file.id).not.toBe(mine.body.file.id);
  });

  test.each(['short', 'with space', "quote'", 'x'.repeat(101)])('%j is not a valid key', async (bad) => {
    expect((await upload({}, someFile(), { 'idempotency-key': bad })).status).toBe(400);
  });
});

describe('the price and the work come from the catalogue, not from the browser', { tags: ['X-API-16', 'G-09'] }, () => {
  test('the price is the total of the solutions; sent price, status, names and owner are ignored', async () => {
    const lie = {
      price: 0,
      price_status: 'PAID',
      status: 'COMPLETED',
      feasible: 'POSSIBLE',
      user_id: 1,
      username: 'x',
      notes: 'x',
      solution: 'Something else',
    };
    const { status, body } = await upload({ solution_ids: [dtcOff.id, stage.id, stage.id], ...lie });
    expect(status).toBe(201);
    expect(body.file).toMatchObject({
      price: 70,
      price_status: 'UNPAID',
      status: 'PENDING',
      feasible: null,
      notes: null,
      username: customer.username,
      solution: 'Stage 1,DTC OFF',
      solution_ids: [stage.id, dtcOff.id],
      file_name: 'Golf 5.bin',
    });
    expect(body.vehicle).toEqual({
      type: 'Car',
      brand: 'Volkswagen',
      model: 'Bosch',
      ecu: 'EDC16U34',
      generation: '2007',
      gear: null,
      petrol_type: 'DIESEL',
    });
  });

  test('codes are stored as codes: those from the list, and those found in the text', async () => {
    const { body } = await upload({
      solution_ids: [stage.id, dtcOff.id],
      solution: 'Stage 1,DTC OFF,DTC:egr off p0401 16785',
      ordered_dtcs: ['P2002', '4A7D', 'P2002'],
    });
    // 16785 is how Volkswagen's testers write P0401.
    expect(body.file.ordered_dtcs).toEqual(['P2002', '4A7D', 'P0401']);
    expect(body.file.solution).toBe('Stage 1,DTC OFF,DTC:egr off p0401 16785 P2002 4A7D');
  });

  test.each([
    ['P0300-P0304', ['P0300', 'P0301', 'P0302', 'P0303', 'P0304']],
    ['P0401/0402/0403', ['P0401', 'P0402', 'P0403']],
    ['P0401, 0402, 0403', ['P0401', 'P0402', 'P0403']],
    ['\u04200401', ['P0401']],
    ['P0401P2002', ['P0401', 'P2002']],
    ['P-0401', ['P0401']],
    ['PO4O1', ['P0401']],
  ])('no code of an order is dropped: %s', async (text, codes) => {
    const { body } = await upload({ solution_ids: [dtcOff.id], solution: `DTC OFF,DTC:${text}` });
    expect(body.file.ordered_dtcs).toEqual(codes);
  });

  test('without DTC OFF no code is ordered, and an invalid code is refused', async () => {
    const without = await upload({ solution: 'Stage 1,DTC:P0420', ordered_dtcs: ['P0401'] });
    expect([without.body.file.ordered_dtcs, without.body.file.solution]).toEqual([[], 'Stage 1']);
    const wrong = await upload({ solution_ids: [dtcOff.id], ordered_dtcs: ['P0401; drop'] });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'ordered_dtcs.0']);
  });

  test('the DTC text is stored only with DTC OFF chosen, without commas', { tags: ['G-55'] }, async () => {
    const solution = 'Stage 1,DTC OFF,DTC:P0420  P0401';
    expect((await upload({ solution_ids: [stage.id, dtcOff.id], solution })).body.file.solution).toBe(
      'Stage 1,DTC OFF,DTC:P0420 P0401',
    );
    expect((await upload({ solution })).body.file.solution).toBe('Stage 1');
    const commas = await upload({
      solution_ids: [stage.id, dtcOff.id],
      solution: 'DTC OFF,DTC:P0420, P0401,P0402,Stage 1',
    });
    expect(commas.body.file.solution).toBe('Stage 1,DTC OFF,DTC:P0420 P0401 P0402');
  });

  test('two TUNING solutions, a deleted or nonexistent solution, and too high a price are refused', async () => {
    const second = await buildSolution(app, { name: 'Stage 2' });
    const gone = await buildSolution(app, { type: 'OPTION', deleted_at: new Date() });
    const refused = async (ids: number[]) => {
      const { status, body } = await upload({ solution_ids: ids });
      expect([status, body.field]).toEqual([400, 'solution_ids']);
      return body.message as string;
    };
    expect(await refused([stage.id, second.id])).toBe('Only one TUNING solution can be chosen.');
    expect(await refused([stage.id, gone.id])).toBe('A chosen solution is no longer offered. Please choose again.');
    expect(await refused([999_999])).toBe('A chosen solution is no longer offered. Please choose again.');
    const dear = await buildSolution(app, { type: 'OPTION', credits: 100_000 });
    expect(await refused([stage.id, dear.id])).toBe(
      'Together the chosen solutions cost more than 100000 CRS. Please choose fewer of them.',
    );
  });

  test('a later change of the catalogue changes no existing file', async () => {
    const option = await buildSolution(app, { name: 'EGR OFF', type: 'OPTION', credits: 30 });
    const { body } = await upload({ solution_ids: [option.id] });
    await app.db.updateTable('solutions').set({ name: 'Other', credits: 99 }).where('id', '=', option.id).execute();
    expect((await app.call(files.getFile, { id: body.file.id }, customer)).body).toEqual(body);
  });
});

test('a server error after the row is written never removes its bytes', async () => {
  await sql`create function break_size() returns trigger language plpgsql as
    'begin new.file_size_bytes := 1::bigint << 60; return new; end'`.execute(app.ownerDb);
  await sql`create trigger break_size before insert on files for each row execute function break_size()`.execute(
    app.ownerDb,
  );
  const reply = await upload();
  await sql`drop trigger break_size on files`.execute(app.ownerDb);
  expect(reply.status).toBe(500);
  const { id } = await app.db.selectFrom('files').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await app.db.updateTable('files').set({ file_size_bytes: 500 }).where('id', '=', id).execute();
  expect((await app.call(files.downloadOriginal, { id }, customer)).bytes).toHaveLength(500);
});

test('the sweep quarantines bytes that no row references, and nothing else', async () => {
  const { body } = await upload();
  const admin = await buildAdmin(app.deps);
  const attached = await app.call(
    review.uploadModified,
    { id: body.file.id },
    { token: admin.token, file: someFile() },
  );
  // A second version; the first one is still in the history.
  await app.call(review.uploadModified, { id: body.file.id }, { token: admin.token, file: someFile() });
  await app.call(files.deleteFile, { id: body.file.id }, admin);
  const named = await namedKeys();
  async function* bytes() {
    yield await Promise.resolve(new TextEncoder().encode('left behind'));
  }
  const stored = await app.storage.receive(bytes());
  await app.storage.keep(stored);
  await app.storage.receive(bytes());
  expect(await listStoredKeys(app)).toHaveLength(named.length + 2);
  expect(await sweepFiles(app.deps, { all: true, minAgeMs: 0 })).toMatchObject({ setAside: 1, removed: 0 });
  expect(await listStoredKeys(app)).toEqual(named);
  expect(attached.status).toBe(200);
});

test('the earliest accepted year is 2000, the latest the next one', { tags: ['G-13'] }, async () => {
  const year = new Date().getFullYear();
  const readUploadStatus = async (generation: number) => (await upload({ generation: String(generation) })).status;
  expect(await readUploadStatus(2000)).toBe(201);
  expect(await readUploadStatus(year)).toBe(201);
  expect(await readUploadStatus(year + 1)).toBe(201);
  expect(await readUploadStatus(1999)).toBe(400);
  expect(await readUploadStatus(year + 2)).toBe(400);
});

test('a quotation mark in a file name, which browsers send as %22, is stored as it is', async () => {
  const form = new FormData();
  form.append('jsonData', JSON.stringify({ ...VEHICLE, solution_ids: [stage.id] }));
  form.append('file', new Blob(['bytes']), 'Golf "Stage 1".bin');
  const headers = { authorization: `Bearer ${customer.token}` };
  const response = await fetch(`${app.url}/api/files`, { method: 'POST', headers, body: form });
  const { file } = (await response.json()) as { file: { id: number; file_name: string } };
  expect(file.file_name).toBe('Golf "Stage 1".bin');
  const download = await fetch(`${app.url}/api/files/${file.id}/download`, { headers });
  expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''Golf%20%22Stage%201%22.bin");
});
