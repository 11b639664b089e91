import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listChanges, type Change } from '../../../staff/audit/audit.calls.ts';
import type { FileSummary } from '../../file.ts';
import * as files from '../../files.calls.ts';
import { search } from '../../../staff/search/search.calls.ts';
import * as contract from '../similar-files.calls.ts';
import { buildImage } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../server/files.factory.ts';
import { buildProvedFile } from '../../delivery/server/proposals.factory.ts';
import type { EcuWork } from '../../analysis/server/ecu-work.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { buildRepeatedFile, FINDING_NAMES } from './similar-files.factory.ts';
import { identifyFile, queueWaitingFiles } from '../../identification/server/identification.ts';

openStage();

type Image = Uint8Array<ArrayBuffer>;

const listSimilar = async (id: number) =>
  (await app.call(contract.listSimilarFiles, { id }, admin)).body as contract.SimilarFiles;
const printed = async (bytes: Image, fields: Parameters<typeof buildFile>[1] = {}) => {
  const file = await buildFile(app, { bytes, ...fields });
  await identifyFile(app.deps, file.id);
  return file;
};
const findLikeness = async (id: number, other: { id: number }) =>
  (await listSimilar(id)).files.find((one) => one.id === other.id);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Builds an image of a family with bytes changed at regular intervals, so that no other test has the same one. */
let made = 0;
function ownImage(familyId = 'edc16'): Image {
  const bytes = buildImage(familyId);
  made += 1;
  for (let at = 0x1000; at < bytes.length; at += 0x400) bytes[at] = (at / 0x400 + made * 37) & 0xff;
  return bytes;
}
function changed(bytes: Image, count: number): Image {
  const other = new Uint8Array(bytes);
  for (let at = 0; at < count; at += 1) other[0x2004 + at * 0x40]! ^= 0xa5;
  return other;
}

describe('another original', () => {
  test('with the same bytes is identical at once, before anything was compared', async () => {
    const bytes = ownImage();
    const first = await buildFile(app, { bytes, solution: 'Stage 1', status: 'PROCESSED', feasible: 'POSSIBLE' });
    const second = await buildFile(app, { bytes });
    const found = await listSimilar(second.id);
    expect(found.state).toBe('WAITING');
    expect(found.files).toMatchObject([
      {
        id: first.id,
        file_id: first.file_id,
        likeness: 'IDENTICAL',
        solution: 'Stage 1',
        status: 'PROCESSED',
        can_reuse: true,
      },
    ]);
  });

  test('with nearly the same bytes is alike in both directions, with figures counted in the bytes', async () => {
    const bytes = ownImage();
    const one = await printed(bytes);
    const other = await printed(changed(bytes, 50));
    const found = await findLikeness(other.id, one);
    expect(found).toMatchObject({ likeness: 'ALIKE', can_reuse: false });
    expect((found?.bytes_compared ?? 0) - (found?.bytes_same ?? 0)).toBe(50);
    expect(await findLikeness(one.id, other)).toMatchObject({ bytes_same: found?.bytes_same, likeness: 'ALIKE' });
  });

  test('that differs in one byte is never identical', async () => {
    const bytes = ownImage();
    const one = await printed(bytes);
    const other = await printed(changed(bytes, 1));
    expect((await findLikeness(other.id, one))?.likeness).toBe('ALIKE');
  });

  test('that is doubled holds the same memory in another form, which is neither identical nor reusable', async () => {
    const bytes = ownImage();
    const twice = new Uint8Array(bytes.length * 2);
    twice.set(bytes);
    twice.set(bytes, bytes.length);
    const one = await printed(bytes, { modBytes: ownImage() });
    const other = await printed(twice);
    expect(await findLikeness(other.id, one)).toMatchObject({ likeness: 'SAME_CONTENT', can_reuse: false });
  });

  test('with nothing in common is not listed, nor is one from another control unit', async () => {
    const random = crypto.getRandomValues(new Uint8Array(0x8000));
    const one = await printed(random);
    const other = await printed(crypto.getRandomValues(new Uint8Array(0x8000)));
    const med17 = await printed(ownImage('med17'));
    expect((await listSimilar(other.id)).files).toEqual([]);
    expect(await findLikeness(med17.id, one)).toBeUndefined();
    expect((await listSimilar(other.id)).state).toBe('DONE');
  });

  test('with only the same software number is labelled as such', async () => {
    const one = await printed(ownImage());
    const other = await printed(crypto.getRandomValues(new Uint8Array(0x8000)));
    const { software_number } = await app.db
      .selectFrom('file_fingerprints')
      .select('software_number')
      .where('file_id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(software_number).toMatch(/^1037\d{6}$/);
    await app.db.updateTable('file_fingerprints').set({ software_number }).where('file_id', '=', other.id).execute();
    expect(await findLikeness(other.id, one)).toMatchObject({ likeness: 'SAME_SOFTWARE', bytes_same: null });
  });

  test('that is deleted is not listed', async () => {
    const bytes = ownImage();
    const one = await printed(bytes);
    const other = await printed(changed(bytes, 3));
    expect(await findLikeness(other.id, one)).toMatchObject({ likeness: 'ALIKE' });
    await app.db.updateTable('files').set({ deleted_at: new Date() }).where('id', '=', one.id).execute();
    expect(await findLikeness(other.id, one)).toBeUndefined();
  });
});

describe('customers', () => {
  test('find their own files by hash and number, and no others', async () => {
    const owner = await buildCustomer(app.deps);
    const bytes = ownImage();
    await printed(bytes);
    const mine = await printed(bytes, { user_id: owner.id });
    const [number = ''] = await readNumbers(mine.id);
    for (const text of [hashOf(bytes).slice(0, 12), number.toLowerCase()]) {
      const found = await app.call(search, { text }, { token: owner.token });
      expect(found.body.files.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    }
  });
});

async function readNumbers(id: number): Promise<string[]> {
  const { numbers } = await app.db
    .selectFrom('file_fingerprints')
    .select('numbers')
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow();
  return (numbers ?? '').split(' ');
}

describe('a search by an administrator', () => {
  const inList = async (q: string) =>
    ((await app.call(files.listFiles, { q, limit: 100 }, admin)).body.rows as FileSummary[]).map(({ id }) => id);

  test('finds an original by at least the first eight digits of its SHA-256', async () => {
    const bytes = ownImage();
    const { id } = await buildFile(app, { bytes });
    const hash = hashOf(bytes);
    expect(await inList(hash)).toEqual([id]);
    expect(await inList(hash.slice(0, 8).toUpperCase())).toEqual([id]);
    expect(await inList(`${hash.slice(0, 7)}${hash[7] === '0' ? '1' : '0'}`)).toEqual([]);
    const palette = await app.call(search, { text: hash.slice(0, 8) }, admin);
    expect(palette.body.files.map((file: { id: number }) => file.id)).toEqual([id]);
  });

  test('finds a number read from the bytes by a part of it, also with spaces or next to another word', async () => {
    const { id } = await printed(ownImage(), { file_name: 'searched_octavia.bin' });
    const [number = ''] = await readNumbers(id);
    const spaced = `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`;
    expect(await inList(number)).toContain(id);
    expect(await inList(number.slice(0, -1).toLowerCase())).toContain(id);
    expect(await inList(spaced)).toContain(id);
    expect(await inList(`searched_octavia ${number}`)).toEqual([id]);
  });
});

describe('a modified file is reused', () => {
  const reuse = (id: number, otherId: number, confirmed?: readonly string[]) =>
    app.call(contract.reuseModified, { id, otherId, ...(confirmed && { confirmed: [...confirmed] }) }, admin);

  test('as a copy named after this file, with the comparison, the audit, and no price', async () => {
    const { file, other, modBytes } = await buildRepeatedFile(app.deps, { file_name: 'Passat.bin', price_cents: 4200 });
    const check = await app.call(contract.checkReuse, { id: file.id, otherId: other.id }, admin);
    expect(check.body).toMatchObject({ not_compared: null, control_unit: 'same' });
    const { status, body } = await reuse(file.id, other.id, FINDING_NAMES);
    expect(status).toBe(200);
    expect(body.file).toMatchObject({
      status: 'PROCESSED',
      mod_file_name: 'Passat_modified.bin',
      mod_file_sha256: hashOf(modBytes),
      price: 42,
      feasible: null,
    });
    const keys = await app.db
      .selectFrom('files')
      .select('mod_file_key')
      .where('id', 'in', [file.id, other.id])
      .execute();
    expect(new Set(keys.map(({ mod_file_key }) => mod_file_key)).size).toBe(2);
    const { changes } = (await app.call(listChanges, { subject: 'FILE' }, admin)).body as { changes: Change[] };
    const audited = changes.find(({ kind, subject_id }) => kind === 'MODIFIED_FILE' && subject_id === file.id);
    expect(audited?.new_value).toBe(`Passat_modified.bin (${hashOf(modBytes).slice(0, 8)}) = ${other.file_id}`);
    const history = await app.call(files.listFileHistory, { id: file.id }, admin);
    expect(history.body[0]).toMatchObject({ kind: 'MODIFIED', file_name: 'Passat_modified.bin', has_proof: false });
    expect(JSON.stringify(history.body)).not.toContain(other.file_id);
  });

  test('with a warning only when it was confirmed, and leaves nothing behind otherwise', async () => {
    const { file, other } = await buildRepeatedFile(app.deps, {
      ordered_dtcs: ['P0616'],
      solution: 'DTC OFF,DTC:P0616',
    });
    const stored = await listStoredKeys(app);
    const refused = await reuse(file.id, other.id);
    expect([refused.status, refused.body.code]).toEqual([400, 'files.not_confirmed']);
    expect(await listStoredKeys(app)).toEqual(stored);
    const history = await app.call(files.listFileHistory, { id: file.id }, admin);
    expect(history.body).toMatchObject([{ kind: 'ORIGINAL' }]);
    expect((await reuse(file.id, other.id, FINDING_NAMES)).status).toBe(200);
    expect(await listStoredKeys(app)).toHaveLength(stored.length + 1);
  });

  test('only for an identical original', async () => {
    const { other } = await buildRepeatedFile(app.deps);
    const file = await buildFile(app, { bytes: changed(buildImage(), 1) });
    const refused = await reuse(file.id, other.id, FINDING_NAMES);
    expect([refused.status, refused.body.code]).toEqual([400, 'similar-files.not_identical']);
    const check = await app.call(contract.checkReuse, { id: file.id, otherId: other.id }, admin);
    expect(check.body.code).toBe('similar-files.not_identical');
  });

  test('not if there is none, and not if DTC OFF made it for another customer', async () => {
    const bytes = buildImage();
    const [file, without] = [await buildFile(app, { bytes }), await buildFile(app, { bytes })];
    expect((await reuse(file.id, without.id)).body.code).toBe('similar-files.no_modified');
    const proved = await buildProvedFile(app.deps, { bytes });
    expect((await reuse(file.id, proved.id, FINDING_NAMES)).body.code).toBe('similar-files.made_by_dtc_off');
    expect(await findLikeness(file.id, proved)).toMatchObject({ has_modified: true, can_reuse: false });
  });

  test('not for a closed file, nor by a file from itself', async () => {
    const { file, other } = await buildRepeatedFile(app.deps, { status: 'CANCELED', status_before_cancel: 'PENDING' });
    expect((await reuse(file.id, other.id, FINDING_NAMES)).body.code).toBe('files.closed');
    expect((await reuse(other.id, other.id, FINDING_NAMES)).status).toBe(404);
  });
});

test('a download for comparison returns the bytes without taking the file up', async () => {
  const bytes = ownImage();
  const { id } = await buildFile(app, { bytes });
  const { bytes: sent } = await app.call(contract.downloadToCompare, { id }, admin);
  expect(hashOf(sent)).toBe(hashOf(bytes));
  const { status } = await app.db.selectFrom('files').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  expect(status).toBe('PENDING');
});

describe('fingerprinting in the background', () => {
  const readState = async (id: number) =>
    (await app.db.selectFrom('file_fingerprints').select('state').where('file_id', '=', id).executeTakeFirstOrThrow())
      .state;
  const withPool = (outcome: string) => ({
    ...app.deps,
    ecu: { ...app.deps.ecu, run: () => Promise.resolve({ outcome }) } as unknown as EcuWork,
  });

  test('fails permanently if the bytes cannot be read in time, and is retried if the portal is busy', async () => {
    const [slow, busy] = [await buildFile(app, { bytes: ownImage() }), await buildFile(app, { bytes: ownImage() })];
    await identifyFile(withPool('too slow'), slow.id);
    await expect(identifyFile(withPool('too busy'), busy.id)).rejects.toThrow(/read later/);
    expect([await readState(slow.id), await readState(busy.id)]).toEqual(['FAILED', 'WAITING']);
  });

  test('states nothing about bytes that are gone or differ from the upload', async () => {
    const [gone, other] = [await buildFile(app, { bytes: ownImage() }), await buildFile(app, { bytes: ownImage() })];
    const { file_key } = await app.db
      .selectFrom('files')
      .select('file_key')
      .where('id', '=', gone.id)
      .executeTakeFirstOrThrow();
    await app.storage.discard(file_key);
    await app.db.updateTable('file_identifications').set({ sha256: '00' }).where('file_id', '=', other.id).execute();
    await identifyFile(app.deps, gone.id);
    await identifyFile(app.deps, other.id);
    expect([await readState(gone.id), await readState(other.id)]).toEqual(['FAILED', 'FAILED']);
  });

  test('is put in line for originals without a fingerprint, at a bounded rate', async () => {
    await app.db.updateTable('file_fingerprints').set({ state: 'FAILED' }).execute();
    await sql`delete from jobs.job`.execute(app.ownerDb);
    const older = await buildFile(app, { bytes: ownImage() });
    const newer = await buildFile(app, { bytes: ownImage() });
    await sql`update file_identifications set state = 'FAILED', failure = 'FAILED', result = null, finished_at = now()`.execute(
      app.ownerDb,
    );
    expect(await queueWaitingFiles(app.deps)).toBe(2);
    const { rows } = await sql<{ id: number; seconds: number }>`
      select (data ->> 'id')::int as id, round(extract(epoch from start_after - created_on))::int as seconds
        from jobs.job where name = 'identify-file' order by seconds`.execute(app.db);
    expect(rows).toEqual([
      { id: newer.id, seconds: 0 },
      { id: older.id, seconds: 3 },
    ]);
  });
});
