import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import type { EcuWork } from '../../analysis/server/ecu-work.ts';
import { startWorkers } from '../../../../server/jobs.ts';
import { VEHICLE } from '../../files.factory.ts';
import { countWhile } from '../../../../server/http/upload.ts';
import { buildAdmin, buildCustomer } from '../../../../server/testing/stories.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../server/files.factory.ts';
import { createFile } from '../../upload/upload.calls.ts';
import { getIdentification, type FileIdentification } from '../identification.calls.ts';
import { identifyFile, queueWaitingFiles } from './identification.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

openStage();
let customer: Awaited<ReturnType<typeof buildCustomer>>;
let solution: { id: number };
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  solution = await buildSolution(app, { name: 'Stage 1' });
});

const dump = () => new Uint8Array(edc16Sample());
const upload = (bytes: Uint8Array<ArrayBuffer>) =>
  app.call(
    createFile,
    { ...VEHICLE, solution_ids: [solution.id] },
    { token: customer.token, file: { name: 'read.bin', bytes } },
  );
const read = async (id: number, token = customer.token) =>
  (await app.call(getIdentification, { id }, { token })).body as FileIdentification;
const buildDump = (bytes = dump()) => buildFile(app, { bytes, user_id: customer.id });
const listJobs = async (id: number) => {
  const { rows } = await sql<{ seconds: number; priority: number }>`
    select round(extract(epoch from start_after - created_on))::int as seconds, priority from jobs.job
     where name = 'identify-file' and data->>'id' = ${String(id)}`.execute(app.db);
  return rows;
};

describe('an uploaded file', () => {
  test('is accepted before it is identified, and then shows its control unit with the place of every number', async () => {
    const sent = await upload(dump());
    expect(sent.status).toBe(201);
    const { id } = sent.body.file;
    expect(await read(id)).toEqual({
      state: 'WAITING',
      sha256: sent.body.file.file_sha256,
      library_version: null,
      failure: null,
      finished_at: null,
      result: null,
    });
    expect(await listJobs(id)).toEqual([{ seconds: 0, priority: 10 }]);

    const workers = await startWorkers(
      app.databaseUrl,
      { 'identify-file': (one) => identifyFile(app.deps, one) },
      () => undefined,
    );
    await expect.poll(async () => (await read(id)).state, { interval: 100 }).toBe('DONE');
    await workers.stop();

    const { result, sha256, library_version } = await read(id);
    expect(sha256).toBe(sent.body.file.file_sha256);
    expect(library_version).toMatch(/^\d+\.\d+\.\d+/);
    expect(result).toMatchObject({ file_type: 'OK', form: 'as it is', outcome: 'recognised', size_bytes: 0x80000 });
    expect(result?.control_unit).toMatchObject({ family: 'edc16', maker: 'Bosch' });
    // An implied fact has no text of its own in the file.
    const numbers = result?.facts.filter(({ strength }) => strength !== 'implied') ?? [];
    const names = ['softwareNumber', 'hardwareNumber', 'partNumber', 'softwareVersion'];
    expect(numbers.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const textAt = (at: number, length: number) => new TextDecoder().decode(dump().subarray(at, at + length));
    expect(numbers.map(({ at, value }) => textAt(at, value.length))).toEqual(numbers.map(({ value }) => value));
    expect(result?.checksums?.filter(({ kind }) => kind === 'sum').map(({ state }) => state)).toEqual(['ok', 'ok']);
    expect(result?.dtcs?.on).toBeGreaterThan(50);
  });

  test('shows its identification only to administrators and its owner', async () => {
    const { id } = await buildDump();
    const admin = await buildAdmin(app.deps);
    const stranger = await buildCustomer(app.deps);
    expect(await read(id, admin.token)).toEqual(await read(id));
    expect((await app.call(getIdentification, { id }, stranger)).status).toBe(404);
  });
});

describe('the identification states', () => {
  const identifyBytes = async (bytes: Uint8Array<ArrayBuffer>) => {
    const { id } = await buildDump(bytes);
    await identifyFile(app.deps, id);
    return (await read(id)).result;
  };

  test('a wrong checksum with the offset of its value', async () => {
    const wrong = (await identifyBytes(new Uint8Array(edc16Sample({ brokenSum: 1 }))))?.checksums?.filter(
      ({ state }) => state === 'wrong',
    );
    expect(wrong).toEqual([{ name: 'Block sum 0x40000', kind: 'sum', state: 'wrong', at: expect.any(Number) }]);
  });

  test('content that appears twice', async () => {
    const twice = new Uint8Array(0x100000);
    twice.set(dump());
    twice.set(dump(), 0x80000);
    expect(await identifyBytes(twice)).toMatchObject({ form: 'doubled', size_bytes: 0x100000, outcome: 'recognised' });
  });

  test.each([
    ['a PDF', new TextEncoder().encode(`%PDF-1.7\n${'x'.repeat(40_000)}`), 'PDF'],
    ['an erased chip', new Uint8Array(0x80000).fill(0xff), 'blank'],
    ['a small read', crypto.getRandomValues(new Uint8Array(512)), 'EEPROM or part of a file'],
    ['an encrypted file', randomBytes(0x40000), 'encrypted or packed'],
  ])('the type of %s, and nothing about checksums and DTCs', async (_, bytes, type) => {
    expect(await identifyBytes(bytes)).toMatchObject({
      file_type: type,
      outcome: 'unknown',
      control_unit: null,
      facts: [],
      checksums: null,
      dtcs: null,
    });
  });
});

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 0x10000) crypto.getRandomValues(bytes.subarray(at, at + 0x10000));
  return bytes;
}

describe('a file that cannot be read', () => {
  test('because its bytes are gone fails permanently with that reason', async () => {
    const { id } = await buildDump();
    const { file_key } = await app.db
      .selectFrom('files')
      .select('file_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await app.storage.discard(file_key);
    await identifyFile(app.deps, id);
    expect(await read(id)).toMatchObject({ state: 'FAILED', failure: 'MISSING', result: null });
  });

  test('because the stored bytes are not those of the upload gets no result from them', async () => {
    const { id } = await buildDump();
    await app.db.updateTable('file_identifications').set({ sha256: '00' }).where('file_id', '=', id).execute();
    await identifyFile(app.deps, id);
    expect(await read(id)).toMatchObject({ state: 'FAILED', failure: 'ALTERED', result: null });
  });

  const withPool = (outcome: 'too slow' | 'too much memory' | 'too busy' | 'closed') => ({
    ...app.deps,
    ecu: { ...app.deps.ecu, run: () => Promise.resolve({ outcome }) } as EcuWork,
  });

  test.each([
    ['too slow', 'TOO_SLOW'],
    ['too much memory', 'TOO_MUCH_MEMORY'],
  ] as const)('within the limits of a thread (%s) fails with that reason', async (outcome, failure) => {
    const { id } = await buildDump();
    await identifyFile(withPool(outcome), id);
    expect(await read(id)).toMatchObject({ state: 'FAILED', failure });
  });

  test.each(['too busy', 'closed'] as const)(
    'at the moment (%s) stays waiting, and its job is retried',
    async (outcome) => {
      const { id } = await buildDump();
      await expect(identifyFile(withPool(outcome), id)).rejects.toThrow(/read later/);
      expect((await read(id)).state).toBe('WAITING');
    },
  );
});

test('files without an identification are queued at a bounded rate, newest first, each once', async () => {
  await app.db.updateTable('files').set({ deleted_at: new Date().toISOString() }).execute();
  const [old, newer, deleted] = [await buildDump(), await buildDump(), await buildDump()];
  await app.db
    .updateTable('files')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', deleted.id)
    .execute();
  expect(await queueWaitingFiles(app.deps)).toBe(2);
  await queueWaitingFiles(app.deps);
  expect(await listJobs(newer.id)).toEqual([{ seconds: 0, priority: 0 }]);
  expect(await listJobs(old.id)).toEqual([{ seconds: 3, priority: 0 }]);
  expect(await listJobs(deleted.id)).toEqual([]);
});

test('the bytes of an upload are read once, for what the file is and for what it is like', async () => {
  const run = vi.spyOn(app.deps.ecu, 'run');
  const readBack = vi.spyOn(app.storage, 'read');
  const { id } = (await upload(crypto.getRandomValues(new Uint8Array(0x8000)))).body.file;
  await identifyFile(app.deps, id);
  expect((await read(id)).state).toBe('DONE');
  const { state } = await app.db
    .selectFrom('file_fingerprints')
    .select('state')
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow();
  expect([state, run.mock.calls.map(([name]) => name), readBack.mock.calls]).toEqual(['DONE', ['readUpload'], []]);
  run.mockRestore();
  readBack.mockRestore();
});

test('a file is read in the background only when no other upload is under way', async () => {
  const { id } = await buildDump();
  let end = () => undefined as void;
  const uploading = countWhile(() => new Promise<void>((resolve) => (end = resolve)));
  const run = vi.spyOn(app.deps.ecu, 'run');
  const identifying = identifyFile(app.deps, id);
  // A call over HTTP takes longer than the one statement before the file is read.
  for (let call = 0; call < 5; call += 1) expect((await read(id)).state).toBe('WAITING');
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
  end();
  await Promise.all([uploading, identifying]);
  expect((await read(id)).state).toBe('DONE');
});

test('a file is identified once: a later job changes nothing', async () => {
  const { id } = await buildDump();
  await identifyFile(app.deps, id);
  const { finished_at } = await read(id);
  await identifyFile(app.deps, id);
  expect((await read(id)).finished_at).toBe(finished_at);
});
