import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { medium } from '../../testing/facts.ts';
import { volvoMe7 } from './volvo-me7.family.ts';
import type { VolvoMe7Options } from './volvo-me7.sample.ts';
import { sampleTable, volvoMe7Sample } from './volvo-me7.sample.ts';

const imageOf = (options: VolvoMe7Options = {}) => new Image(volvoMe7Sample(options));

test('the texts after the marker are read, even across a line break', () => {
  expect(volvoMe7.describe(imageOf())).toMatchObject({
    model: { value: 'ME7.0.1', strength: 'implied' },
    softwareVersion: { value: '70199G10' },
    dataset: { value: '99GSI' },
    softwareNumber: { value: '30999999AA' },
    engine: { value: 'B5254RT' },
    softwareId: { value: '90GSHJ' },
    vehicleManufacturer: { value: 'Volvo', strength: 'implied' },
    processor: { value: 'Infineon C167' },
  });
});

test("Bosch's own pair of numbers is listed after Volvo's", () => {
  const pair = medium('1037359462', 0x18038, { place: 'boot' });
  const facts = volvoMe7.describe(imageOf());
  expect(facts.hardwareNumber).toEqual(medium('0261204559', 0x1802e, { place: 'boot' }));
  expect(facts.softwareNumber).toMatchObject({ value: '30999999AA', others: [pair] });
  expect(volvoMe7.describe(imageOf({ description: '' })).softwareNumber).toEqual(pair);
});

test('a description without numbers yields none', () => {
  const facts = volvoMe7.describe(imageOf({ description: 'Base PDF H4.1 SC:30999999A by HJ' }));
  expect([facts.softwareNumber?.value, facts.engine]).toEqual(['1037359462', undefined]);
});

test.each([
  { name: 'everything', options: {}, points: [60, 30, 30] },
  { name: 'no marker', options: { marker: '' }, points: [30, 30] },
  { name: 'another name', options: { variant: '40/1/ME7.5/5/4013.00//24b/Dst02o/' }, points: [60, 30] },
  { name: 'neither of the names', options: { marker: '', variant: '' }, points: [] },
])('$name is weighed', ({ options, points }) => {
  expect(volvoMe7.recognise(imageOf(options)).map((evidence) => evidence.points)).toEqual(points);
});

test('the codes are listed but not switched', () => {
  const listing = volvoMe7.dtcs?.list(imageOf());
  expect(listing).toMatchObject({ outcome: 'found', tableAt: sampleTable.at });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows).toHaveLength(sampleTable.paths - 2);
  const entriesAt = [sampleTable.at + 8];
  expect(rows.find(({ code }) => code === 'P0101')).toMatchObject({ state: 'unknown', paths: [1], entriesAt });
  expect(rows.some(({ code }) => code === 'P1699')).toBe(false);
  const result = switchOff(volvoMe7Sample(), volvoMe7, ['P0101']);
  expect(result).toMatchObject({ outcome: 'refused', kind: 'not switchable' });
});

test('where the program reads a table of classes before the codes, codes are switched off in that table', () => {
  const bytes = volvoMe7Sample({ classReads: 10 });
  const listing = volvoMe7.dtcs?.list(new Image(bytes));
  expect(listing).toMatchObject({ outcome: 'found', notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows.find(({ code }) => code === 'P0104')?.state).toBe('off');
  const result = switchOff(bytes, volvoMe7, ['P0101']);
  expect(result).toMatchObject({ outcome: 'done', warnings: [] });
  expect(result.outcome === 'done' && result.dtcChanges.map(({ at }) => at)).toEqual([sampleTable.classesAt + 1]);
});

const kindsListing = (options: VolvoMe7Options) => {
  const listing = volvoMe7.dtcs?.list(imageOf({ classTests: 5, ...options }));
  return listing?.outcome === 'found' ? listing : null;
};

test('where the program tests a class per kind of fault, only the kinds of the chosen code are switched off', () => {
  const bytes = volvoMe7Sample({ classTests: 5 });
  const { at, kindsAt } = sampleTable;
  // Path 7 gets a code of its own for its third kind of fault.
  new DataView(bytes.buffer).setUint16(at + 7 * 8 + 4, 0x0420, true);
  const listing = volvoMe7.dtcs?.list(new Image(bytes));
  expect(listing).toMatchObject({ outcome: 'found', notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  const findRow = (code: string) => rows.find((row) => row.code === code);
  expect(findRow('P0420')).toMatchObject({ state: 'on', paths: [30], entriesAt: [kindsAt + 30], sharedWith: [] });
  expect([findRow('P0103')?.state, findRow('P0105')?.state]).toEqual(['off', 'partial']);
  const result = switchOff(bytes, volvoMe7, ['P0107', 'P0105'], { acceptWrongChecksums: true });
  const changedAt = result.outcome === 'done' ? result.dtcChanges.map((change) => change.at) : [];
  expect(changedAt).toEqual([20, 21, 22, 28, 29, 31].map((kind) => kindsAt + kind));
});

test('every code can be switched off, and the table is found again', () => {
  const bytes = volvoMe7Sample({ classTests: 5 });
  const codes = kindsListing({})?.rows.map(({ code }) => code) ?? [];
  const result = switchOff(bytes, volvoMe7, codes);
  expect(result.outcome === 'done' && result.rowsAfter.every(({ state }) => state === 'off')).toBe(true);
});

test.each([
  { name: 'too few tests', options: { classTests: 2 } },
  { name: 'two tables that are tested alike', options: { hasRival: true } },
])('with $name the codes are listed but not switched', ({ options }) => {
  expect(kindsListing(options)?.notSwitchable?.message).toMatch(/class of a fault is not known/);
});

test('the tables of a 512 KB program are found through its data pages', () => {
  const bytes = volvoMe7Sample({ isSmall: true, classReads: 10, hasBlockList: false, isTableLoaded: false }).slice(
    0,
    0x80000,
  );
  expect(volvoMe7.dtcs?.list(new Image(bytes))).toMatchObject({ outcome: 'found', notSwitchable: null });
  const other = volvoMe7Sample({ isSmall: true, classReads: 10, isTableLoaded: false });
  expect(volvoMe7.dtcs?.list(new Image(other))).toMatchObject({ outcome: 'not found' });
});

test('in a read of only the first half of a program, codes are listed but not switched', () => {
  const half = volvoMe7.dtcs?.list(imageOf({ classReads: 10, sizeBytes: 0x80000 }));
  expect(half).toMatchObject({
    outcome: 'found',
    notSwitchable: { message: expect.stringMatching(/only a part of the program/) },
  });
});

test('a class table with a value in an unused path is rejected', () => {
  const bytes = volvoMe7Sample({ classReads: 10 });
  bytes[sampleTable.classesAt] = 2;
  expect(volvoMe7.dtcs?.list(new Image(bytes))).toMatchObject({ notSwitchable: { message: expect.any(String) } });
});

test.each([
  { name: 'the program does not load the table', options: { isTableLoaded: false } },
  { name: 'the table has no second unused path', options: { unusedRows: 1 } },
])('no codes are listed when $name', ({ options }) => {
  expect(volvoMe7.dtcs?.list(imageOf(options))).toMatchObject({ outcome: 'not found' });
});

test('the sums of the blocks are checked and corrected', () => {
  const bytes = volvoMe7Sample();
  const listStates = () => volvoMe7.checksums?.(new Image(bytes)).map(({ state }) => state);
  expect(listStates()).toEqual(['ok']);
  bytes[0x50001] = (bytes[0x50001] as number) ^ 1;
  expect(listStates()).toEqual(['wrong']);
  const [checksum] = volvoMe7.checksums?.(new Image(bytes)) ?? [];
  for (const { at, after } of checksum?.correct?.() ?? []) bytes.set(after, at);
  expect(listStates()).toEqual(['ok']);
});

test.each([
  { name: 'the addresses of a row', at: 0x1f820, end: 0x1f824 },
  { name: 'two rows in succession', at: 0x1f850, end: 0x1f870 },
  { name: 'the addresses of the last row', at: 0x1fa00, end: 0x1fa08 },
])('damage to $name of the list of blocks is unknown, and the user is warned', ({ at, end }) => {
  const bytes = volvoMe7Sample({ classReads: 10 }).fill(0xff, at, end);
  expect(volvoMe7.checksums?.(new Image(bytes)).map(({ state }) => state)).toContain('unknown');
  const result = switchOff(bytes, volvoMe7, ['P0101'], { repairChecksums: true });
  expect(result.outcome === 'done' && result.warnings.map(({ code }) => code)).toContain('ecu.checksum_not_known');
});

test('in a file of 512 KB the blocks of the first half are checked', () => {
  const [checksum] = volvoMe7.checksums?.(imageOf({ sizeBytes: 0x80000 })) ?? [];
  expect(checksum).toMatchObject({ state: 'ok' });
  expect(checksum?.ranges).toHaveLength(16);
});

test('without a list of blocks the checksum is unknown', () => {
  expect(volvoMe7.checksums?.(imageOf({ hasBlockList: false }))).toMatchObject([{ state: 'unknown', correct: null }]);
});

const nearTable = (options: VolvoMe7Options) =>
  volvoMe7.dtcs?.list(imageOf({ isTableLoaded: false, nearReads: 11, ...options }));

test('a table that a program of 1 MB reads through DPP1 is listed, and not switched as its classes are not known', () => {
  const listing = nearTable({});
  expect(listing).toMatchObject({ outcome: 'found', tableAt: sampleTable.smallAt });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows.find(({ code }) => code === 'P0101')).toMatchObject({ state: 'unknown', paths: [1] });
  const bytes = volvoMe7Sample({ isTableLoaded: false, nearReads: 11 });
  expect(switchOff(bytes, volvoMe7, ['P0101'])).toMatchObject({ outcome: 'refused', kind: 'not switchable' });
  expect(nearTable({ chassisWords: 4 })).toMatchObject({ outcome: 'found' });
});

test.each<VolvoMe7Options>([{ nearReads: 3 }, { nearShift: 2 }, { chassisWords: 5 }, { unusedRows: 1 }])(
  'such a table is not found with %o',
  (options) => expect(nearTable(options)).toMatchObject({ outcome: 'not found' }),
);
