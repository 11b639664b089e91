import { describe, expect, test } from 'vitest';
import { textKey } from '../../../../contract/texts.ts';
import { switchOffInFile } from '../../../../ecu/index.ts';
import { edc15Sample } from '../../../../ecu/families/edc15/edc15.sample.ts';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { msd80Sample } from '../../../../ecu/families/msd80/msd80.sample.ts';
import type { TestApp } from '../../../../server/testing/app.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import type { HistoryEntry } from '../../file.ts';
import type { Findings } from '../../findings.ts';
import * as files from '../../files.calls.ts';
import * as review from '../review.calls.ts';
import { compareWithOriginal } from '../review.calls.ts';
import { listFindings, listWarnings } from '../findings.rules.ts';
import { buildFile } from '../../server/files.factory.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

type Bytes = Uint8Array<ArrayBuffer>;

openStage();

const plain = (sample: Uint8Array): Bytes => new Uint8Array(sample);

const withOff = (...codes: string[]) => switchedOff(edc16Sample(), codes);

function switchedOff(sample: Uint8Array, codes: string[]): Bytes {
  const result = switchOffInFile(sample, codes);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  return plain(result.file);
}

/** Builds an image whose calibration is changed and whose checksums are not corrected. */
function stale(): Bytes {
  const bytes = plain(edc16Sample());
  bytes.fill(0x41, 0x60000, 0x60040);
  return bytes;
}

const ASKED = { solution: 'DTC OFF,DTC:P0405 P0100' };

/** An order with more codes than its text has room for. */
const FROM_LIST = { solution: 'DTC OFF,DTC:P0405 …', ordered_dtcs: ['P0405', 'P0100'] };

const buildEdc16 = (fields: Parameters<typeof buildFile>[1] = {}) =>
  buildFile(app, { bytes: plain(edc16Sample()), ...fields });

const look = async (id: number, bytes: Bytes) => {
  const { body } = await app.call(compareWithOriginal, { id }, { token: admin.token, file: { name: 'm.bin', bytes } });
  return body as Findings;
};
const attach = (id: number, bytes: Bytes, fields: Record<string, unknown> = {}) =>
  app.call(review.uploadModified, { id, ...fields }, { token: admin.token, file: { name: 'm.bin', bytes } });
const listHistory = async (id: number, token = admin.token) =>
  (await app.call(files.listFileHistory, { id }, { token })).body as HistoryEntry[];
const verdictsOf = (findings: Findings) =>
  Object.fromEntries(listFindings(findings).map(({ name, verdict }) => [name, verdict]));

describe('each seeded fault is flagged from what was read in the bytes', () => {
  test('a code that was chosen from the list and is still on, even if the text has no room for it', async () => {
    const file = await buildEdc16(FROM_LIST);
    expect(verdictsOf(await look(file.id, withOff('P0405'))).dtcs).toBe('WARNING');
    expect(verdictsOf(await look(file.id, withOff('P0405', 'P0100'))).dtcs).toBe('OK');
  });

  test('a good file needs no confirmation', async () => {
    const file = await buildEdc16(ASKED);
    expect(verdictsOf(await look(file.id, withOff('P0405', 'P0100')))).toEqual({
      size: 'OK',
      software: 'OK',
      bytes: 'OK',
      checksums: 'OK',
      dtcs: 'OK',
    });
  });

  test('the file of another car', async () => {
    const file = await buildEdc16();
    expect(listWarnings(await look(file.id, plain(edc15Sample())))).toEqual(expect.arrayContaining(['software']));
    const sibling = plain(edc16Sample({ secondSoftwareNumber: '1037380002' }));
    expect(listWarnings(await look(file.id, sibling))).toEqual(['software']);
  });

  test('the unchanged file', async () => {
    const file = await buildEdc16();
    expect(listWarnings(await look(file.id, plain(edc16Sample())))).toEqual(['bytes']);
  });

  test('a truncated file', async () => {
    const file = await buildEdc16();
    const findings = await look(file.id, plain(edc16Sample().subarray(0, 0x70000)));
    expect(listWarnings(findings)).toContain('size');
    expect([findings.original_size_bytes, findings.modified_size_bytes]).toEqual([0x80000, 0x70000]);
  });

  test('a stale checksum', async () => {
    const file = await buildEdc16();
    expect(listWarnings(await look(file.id, stale()))).toEqual(['checksums']);
  });

  test('a code that was ordered off and is still on', async () => {
    const file = await buildEdc16(ASKED);
    const findings = await look(file.id, withOff('P0405'));
    expect(listWarnings(findings)).toEqual(['dtcs']);
    expect(findings.codes).toEqual([
      { code: 'P0405', state: 'off' },
      { code: 'P0100', state: 'on' },
    ]);
  });

  const compareDtcs = async (asked: string, original: Uint8Array, modified: Bytes) => {
    const file = await buildFile(app, { solution: `DTC OFF,DTC:${asked}`, bytes: plain(original) });
    const findings = await look(file.id, modified);
    return { codes: findings.codes, also_off: findings.also_off, verdict: verdictsOf(findings).dtcs };
  };

  test("a row that was ordered off by BMW's number only, and is still on", async () => {
    const sample = msd80Sample();
    expect(await compareDtcs('P0301 2A00', sample, switchedOff(sample, ['P0301']))).toMatchObject({
      verdict: 'WARNING',
      codes: [
        { code: 'P0301', state: 'off' },
        { code: '2A00', state: 'on' },
      ],
    });
  });

  test("BMW's number of a row that also has a code is found, whether it is on or off", async () => {
    const sample = msd80Sample();
    expect(await compareDtcs('0x2A02 2A03', sample, switchedOff(sample, ['P0301']))).toEqual({
      verdict: 'WARNING',
      codes: [
        { code: '2A02', state: 'off' },
        { code: '2A03', state: 'on' },
      ],
      also_off: expect.not.arrayContaining(['P0301']),
    });
  });

  test("a row that was ordered off by Volkswagen's older number, and is still on", async () => {
    const sample = edc15Sample();
    expect(await compareDtcs('P0101 00519', sample, switchedOff(sample, ['P0101']))).toMatchObject({
      verdict: 'WARNING',
      codes: [
        { code: 'P0101', state: 'off' },
        { code: '00519', state: 'on' },
      ],
    });
  });

  test('a code not in the table, or unreadable, is not reported as OK', async () => {
    const modified = withOff('P0405', 'P0100');
    expect(await compareDtcs('P0405 P0100 P9999', edc16Sample(), modified)).toMatchObject({
      verdict: 'NOT_CHECKED',
      codes: [{ state: 'off' }, { state: 'off' }, { code: 'P9999', state: 'unread' }],
    });
    expect(await compareDtcs('P0405 P3FFF', edc16Sample(), modified)).toMatchObject({
      verdict: 'NOT_CHECKED',
      codes: [{ state: 'off' }, { code: 'P3FFF', state: 'missing' }],
    });
  });

  test('for unrecognised files only size and bytes are reported', async () => {
    const file = await buildFile(app, { ...ASKED, bytes: new TextEncoder().encode('no control unit '.repeat(99)) });
    const findings = await look(file.id, new TextEncoder().encode('no control unit? '.repeat(99)));
    expect(verdictsOf(findings)).toMatchObject({
      software: 'NOT_CHECKED',
      checksums: 'NOT_CHECKED',
      dtcs: 'NOT_CHECKED',
    });
    expect(listFindings(findings).find(({ name }) => name === 'software')?.text).toBe(
      textKey('files.review.finding.onlySizeCompared'),
    );
  });
});

describe('comparing', () => {
  test('stores neither the bytes nor a row', async () => {
    const file = await buildEdc16();
    const before = await listStoredKeys(app);
    await look(file.id, withOff('P0405'));
    expect(await listStoredKeys(app)).toEqual(before);
    expect(await listHistory(file.id)).toHaveLength(1);
  });

  test('returns 404 for a file that does not exist, and stores nothing', async () => {
    const before = await listStoredKeys(app);
    const file = { name: 'm.bin', bytes: withOff('P0405') };
    const { status } = await app.call(compareWithOriginal, { id: 999_999 }, { token: admin.token, file });
    expect(status).toBe(404);
    expect(await listStoredKeys(app)).toEqual(before);
  });
});

describe('attaching', () => {
  test('stores the findings and who confirmed them; the customer sees them without the name', async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildEdc16({ user_id: customer.id });
    const findings = await look(file.id, stale());
    expect((await attach(file.id, stale(), { confirmed: ['checksums'] })).status).toBe(200);
    const [version, original] = await listHistory(file.id);
    expect(version).toMatchObject({ kind: 'MODIFIED', findings, confirmed_by: expect.any(String) });
    expect(original).toMatchObject({ kind: 'ORIGINAL', findings: null, confirmed_by: null });
    const [theirs] = await listHistory(file.id, customer.token);
    expect(theirs?.findings).toEqual(findings);
    expect(theirs).not.toHaveProperty('confirmed_by');
  });

  test('with a confirmation that does not name every warning is refused, and nothing is stored', async () => {
    const file = await buildEdc16(ASKED);
    const before = await listStoredKeys(app);
    const { status, body } = await attach(file.id, stale(), { confirmed: ['checksums'] });
    expect([status, body]).toEqual([
      400,
      {
        code: 'files.not_confirmed',
        message: 'The comparison with the original has a different result. Please review it again.',
        field: 'file',
      },
    ]);
    expect(await listStoredKeys(app)).toEqual(before);
    expect(await listHistory(file.id)).toHaveLength(1);
  });

  test('with nothing confirmed is refused if there is a warning, and accepted if there is none', async () => {
    const file = await buildEdc16(ASKED);
    const { status, body } = await attach(file.id, plain(edc16Sample()), { confirmed: [] });
    expect([status, body]).toMatchObject([400, { code: 'files.not_confirmed' }]);
    expect((await attach(file.id, withOff('P0405', 'P0100'), { confirmed: [] })).status).toBe(200);
  });

  test('by the form without a confirmation stores the findings and no name', { tags: ['X-API-38'] }, async () => {
    const file = await buildEdc16();
    expect((await attach(file.id, stale())).status).toBe(200);
    const [version] = await listHistory(file.id);
    expect(version?.confirmed_by).toBeNull();
    expect(listWarnings(version?.findings as Findings)).toEqual(['checksums']);
  });

  test('together with price and feasibility makes the same comparison', async () => {
    const file = await buildEdc16();
    const confirm = (confirmed: string[]) =>
      app.call(
        review.setFeasibility,
        { id: file.id, feasible: 'POSSIBLE', price: 60, confirmed },
        { token: admin.token, file: { name: 'm.bin', bytes: plain(edc16Sample()) } },
      );
    expect((await confirm([])).status).toBe(400);
    expect((await confirm(['bytes'])).status).toBe(200);
    expect(listWarnings((await listHistory(file.id))[0]?.findings as Findings)).toEqual(['bytes']);
  });
});

test('a comparison that was not made reports its reason, the sizes, and whether the bytes are the same, but nothing else', async () => {
  const slow: TestApp['deps'] = {
    ...app.deps,
    ecu: { ...app.deps.ecu, run: async () => ({ outcome: 'too slow' }) },
  };
  const { findBesideOriginal } = await import('./findings.ts');
  const file = await buildEdc16(ASKED);
  const row = await app.db
    .selectFrom('files')
    .select(['file_key', 'file_sha256'])
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  const upload = { key: row.file_key, sizeBytes: 0x80000, sha256: row.file_sha256, fileName: 'm.bin' };
  const actor = {
    id: admin.id,
    role: 'ADMIN',
    staff_capabilities: null,
    verified: true,
    sessionId: '',
    requestId: '',
  } as const;
  const findings = await findBesideOriginal(slow, actor, { id: file.id, upload });
  expect(verdictsOf(findings)).toEqual({
    size: 'OK',
    software: 'NOT_CHECKED',
    bytes: 'WARNING',
    checksums: 'NOT_CHECKED',
    dtcs: 'NOT_CHECKED',
  });
  const reported = {
    not_compared: 'it would have taken longer than 10 seconds.',
    original_size_bytes: 0x80000,
    modified_size_bytes: 0x80000,
    bytes_changed: 0,
    asked: 'P0405 P0100',
    original_ecu: null,
    modified_ecu: null,
    control_unit: null,
    places: null,
    kinds: [],
    strip: null,
    checksums: null,
    codes: null,
    also_off: [],
  };
  expect(findings).toEqual(reported);
  const other = await findBesideOriginal(slow, actor, { id: file.id, upload: { ...upload, sha256: 'other' } });
  expect(listFindings(other).map(({ verdict }) => verdict)).toEqual([
    'OK',
    ...Array.from({ length: 4 }, () => 'NOT_CHECKED'),
  ]);
  expect(other).toEqual({ ...reported, bytes_changed: null });
  const shorter = await findBesideOriginal(slow, actor, {
    id: file.id,
    upload: { ...upload, sizeBytes: 0x70000, sha256: 'other' },
  });
  expect(shorter).toEqual({ ...reported, modified_size_bytes: 0x70000, bytes_changed: null });
});
