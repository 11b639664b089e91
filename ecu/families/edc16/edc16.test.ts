import { expect, test } from 'vitest';
import { implied, medium, strong } from '../../testing/facts.ts';
import { listEdc16Blocks } from './edc16.blocks.ts';
import type { DtcListing, DtcRow, Dtcs } from '../../family.ts';
import { Image } from '../../image.ts';
import { findOffPaths } from '../../off-paths.ts';
import { switchOff } from '../../switch-off.ts';
import { edc16 } from './edc16.family.ts';
import { manufacturerIn } from './edc16.texts.ts';
import type { Edc16Options } from './edc16.sample.ts';
import { edc16Sample, sampleClassesAt, sampleCopyAt, samplePaths } from './edc16.sample.ts';

const imageOf = (options: Edc16Options = {}) => new Image(edc16Sample(options));
const listOf = (options: Edc16Options = {}) => edc16.dtcs?.list(imageOf(options)) as DtcListing;
const findRow = (options: Edc16Options, code: string) => {
  const listing = listOf(options);
  return listing.outcome === 'found' ? listing.rows.find((row) => row.code === code) : undefined;
};
const sumsOf = (bytes: Uint8Array) => (edc16.checksums?.(new Image(bytes)) ?? []).filter(({ kind }) => kind === 'sum');

test('numbers, dataset, version and engine are read from the blocks, and the part number is the one on the box', () => {
  expect(edc16.describe(imageOf())).toEqual({
    model: implied('EDC16U34', 0),
    vehicleManufacturer: implied('Volkswagen Group', 0x40cd6),
    softwareNumber: strong('1037380001', 0x10),
    dataset: strong('P447HAXE', 0x1a),
    hardwareNumber: medium('0281019999', 0x40cae),
    partNumber: medium('03G906099NK', 0x40cd6, { others: [medium('03G906099AB', 0x40cc2, { place: 'hardware' })] }),
    softwareVersion: medium('9876', 0x40ce3),
    engine: medium('R4 9,9L', 0x40ce8),
    processor: implied('MPC5xx', 0),
  });
});

test('an Opel software number may have a letter among its digits', () => {
  const bytes = edc16Sample();
  const firstCharacter = 'A'.charCodeAt(0);
  for (const block of [0, 0x40000]) if (bytes[block + 0x10] === 0x31) bytes[block + 0x14] = firstCharacter;
  expect(edc16.describe(new Image(bytes)).softwareNumber).toEqual(strong('1037A80001', 0x10));
});

test('a variant string names the exact model', () => {
  const facts = edc16.describe(imageOf({ variant: '99/1/EDC16CP35/011/390/0T0805/' }));
  expect(facts.model).toMatchObject({ value: 'EDC16CP35', strength: 'strong' });
});

test('the build text of a full dump gives model and processor; no model is given if the variant string differs', () => {
  const build = 'BOSCH EDC16+/EDC16U31-4.1 MPC563/RevA CC_OFF';
  expect(edc16.describe(imageOf({ build }))).toMatchObject({
    model: strong('EDC16U31', 0x300d),
    processor: { value: 'MPC563', strength: 'medium' },
  });
  expect(edc16.describe(imageOf({ build, variant: '99/1/EDC16C39/011/390/0T0805/' })).model).toBeUndefined();
});

test('the name of the boot program is not taken for the name of the control unit', () => {
  const facts = edc16.describe(imageOf({ platform: 1, build: 'BOSCH EDC16+/StartupBlock MPC561/All CC_OFF' }));
  expect(facts.model).toBeUndefined();
  expect(facts.processor?.strength).toBe('implied');
});

test('a different program number is listed after that of the calibration', () => {
  const facts = edc16.describe(imageOf({ secondSoftwareNumber: '1037380002' }));
  expect(facts.softwareNumber).toMatchObject({ value: '1037380002', at: 0x40010, place: 'dataset' });
  expect(facts.softwareNumber?.others).toMatchObject([{ value: '1037380001', at: 0x10, place: 'program' }]);
  expect(facts.dataset?.value).toBe('P447HAXE');
});

test('two hardware numbers in one calibration are both reported, and that of the boot code comes first', () => {
  const { hardwareNumber } = edc16.describe(imageOf({ secondHardwareNumber: '0281018888' }));
  expect(hardwareNumber).toMatchObject({ value: '0281018888', others: [{ value: '0281019999', at: 0x40cae }] });
  const boot = edc16.describe(imageOf({ texts: [[0x6000, '028101777739S11732']] })).hardwareNumber;
  expect(boot).toMatchObject({ value: '0281017777', at: 0x6000, place: 'boot', others: [{ value: '0281019999' }] });
});

test('the two magic words without a block around them are not recognised', () => {
  expect(edc16.recognise(imageOf())).not.toEqual([]);
  expect(edc16.recognise(imageOf({ lastAddress: 0 }))).toEqual([]);
  expect(edc16.recognise(imageOf({ lastAddress: 0xffffffff }))).toEqual([]);
});

test('at other offsets than multiples of 0x100, the length of a block header must agree with its records', () => {
  expect(edc16.recognise(imageOf({ blockAt: 0x300 }))).toMatchObject([{ at: 0x300 }]);
  expect(edc16.recognise(imageOf({ blockAt: 0x304 }))).toMatchObject([{ at: 0x304 }]);
  expect(edc16.recognise(imageOf({ blockAt: 0x302 }))).toEqual([]);
  const bytes = edc16Sample({ blockAt: 0x304 });
  for (const at of [0x304, 0x40304]) bytes[at + 0x23] = 2;
  expect(edc16.recognise(new Image(bytes))).toEqual([]);
});

test("BMW's header follows a text, inside the range that begins on the page before it", () => {
  const bytes = edc16Sample({ bmwHeader: true });
  bytes[0x3c] = 0;
  const [calibration] = listEdc16Blocks(new Image(bytes));
  expect(calibration).toMatchObject({ at: 0x40044, range: { at: 0x3ff80, end: 0x7ff80 } });
});

test('blocks of a read that begins in the middle of a page are found where they are', () => {
  const bytes = edc16Sample({ bmwHeader: true, brokenSum: 1 });
  bytes[0x3c] = 0;
  const later = new Uint8Array(bytes.length + 0x8000);
  later.set(bytes, 0x8000);
  expect(listEdc16Blocks(new Image(later))).toMatchObject([
    { at: 0x48044, range: { at: 0x47f80, end: 0x87f80 }, shift: 0x48000 - 0x8e0000 },
  ]);
});

test('a header after a text identifies BMW where nothing else identifies a maker', () => {
  const makerAt = (headerAt: number) => {
    const blocks = listEdc16Blocks(imageOf()).map((block) => ({ ...block, at: headerAt }));
    return manufacturerIn(new Image(new Uint8Array(0x40000)), { model: null, partNumber: null, blocks });
  };
  expect(makerAt(0xe0200)).toBeNull();
  expect(makerAt(0xd0044)).toBeNull();
  expect(makerAt(0xe0244)).toEqual(implied('BMW', 0xe0244));
});

test("of two consecutive part numbers, the second is the one on the box and the first the hardware's", () => {
  const { partNumber } = edc16.describe(imageOf());
  expect(partNumber).toMatchObject({
    value: '03G906099NK',
    others: [{ value: '03G906099AB', at: 0x40cc2, place: 'hardware' }],
  });
});

test('the plate at the end of the calibration of the first 1 MB units is read', () => {
  const plate = 'ABCDEFGHIJKLMNO038906099LX  1 0281011999 1037380001';
  const facts = edc16.describe(imageOf({ noTexts: true, texts: [[0x7edd0, plate]] }));
  expect(facts.partNumber).toMatchObject({ value: '038906099LX', at: 0x7eddf });
  expect(facts.hardwareNumber).toMatchObject({ value: '0281011999' });
});

const opelPlate = (engine: string, number: string) =>
  `EDC16     \x0055205${number}ES \0xx\0WJPMS090_S\0O90JTD75  \0\0\x03${engine.padEnd(12)}\x000281013999\0B06003`;

test("Opel's plate gives the part number, and the engine unless the program contains plates of other engines", () => {
  const own: [number, string] = [0x4f2b0, opelPlate('Z19DT', '999')];
  const facts = edc16.describe(imageOf({ noTexts: true, texts: [own] }));
  expect(facts.partNumber).toMatchObject({ value: '55205999', at: 0x4f2bb });
  expect(facts.engine).toMatchObject({ value: 'Z19DT' });
  expect(facts.vehicleManufacturer?.value).toBe('Opel');
  const other: [number, string] = [0x8000, opelPlate('Z19DTH', '999')];
  expect(edc16.describe(imageOf({ noTexts: true, texts: [own, other] })).engine).toBeUndefined();
});

const tables = ['paired', 'decimal', 'grouped', 'published', 'fourfold', 'numbered', 'columns'] as const;
const hasOneNumber = new Set<(typeof tables)[number]>(['published', 'fourfold', 'numbered']);

test.each(tables)('a %s table is found completely, and its codes are listed with the state of every path', (table) => {
  const classesAt = 0x48000 + samplePaths * (hasOneNumber.has(table) ? 10 : 16);
  expect(listOf({ table })).toMatchObject({ outcome: 'found', tableAt: 0x48000, notSwitchable: null });
  expect(findRow({ table }, 'P0122')).toMatchObject({ state: 'on', paths: [9], entriesAt: [classesAt + 9] });
  expect(findRow({ table }, table === 'fourfold' ? 'P0118' : 'P0117')?.state).toBe('off');
  const partly = table === 'fourfold' ? 'P0108' : 'P0107';
  expect(findRow({ table }, partly)).toMatchObject({ state: 'partial', paths: [3, 63] });
  expect(findRow({ table }, partly)?.sharedWith.includes('P0108')).toBe(table !== 'fourfold');
});

test("the maker's own spelling is reported with the code", () => {
  expect(findRow({ table: 'decimal' }, 'P0122')?.makerNumber).toBe('16506');
  expect(findRow({ table: 'grouped' }, 'P0122')?.makerNumber).toBe('4091, 4093');
  expect(findRow({ table: 'published' }, 'P0122')?.makerNumber).toBeUndefined();
});

test("codes that only the maker's tester shows are listed too", () => {
  expect(findRow({ table: 'paired' }, 'P1653')).toMatchObject({ number: 0x1653, paths: [1] });
  expect(findRow({ table: 'decimal' }, 'P1653')).toMatchObject({ number: 18061, makerNumber: '18061', paths: [1] });
  expect(findRow({ table: 'grouped' }, '4012')).toMatchObject({ number: 0x4012, paths: [1] });
});

test('a table whose two lists differ in length is rejected', () => {
  expect(listOf({ table: 'grouped', makerPaths: samplePaths + 2 }).outcome).toBe('not found');
  expect(listOf({ table: 'single', makerPaths: samplePaths - 2 }).outcome).toBe('not found');
});

test('a list that does not begin at the end of the other is rejected', () => {
  for (const table of ['paired', 'decimal', 'grouped'] as const) {
    expect(listOf({ table, makerGap: 1 }).outcome, table).toBe('not found');
  }
});

test('a table with a byte that is not a class is rejected', () => {
  expect(listOf({ firstClass: 0x1e }).outcome).toBe('found');
  expect(listOf({ firstClass: 0x3f }).outcome).toBe('not found');
});

test('of two tables neither is switched, as it is unknown which one counts', () => {
  expect(listOf({ secondTable: true })).toMatchObject({
    outcome: 'found',
    notSwitchable: { message: expect.stringContaining('2 DTC tables') },
  });
});

test('classes copied in another block are switched with the table, even where a variant has different ones', () => {
  const options = { table: 'fourfold', classCopy: 'whole' } as const;
  const classesAt = 0x48000 + samplePaths * 10;
  expect(findRow(options, 'P0122')).toMatchObject({ state: 'on', entriesAt: [classesAt + 9, sampleCopyAt + 9] });
  const listing = listOf(options);
  expect(listing.outcome === 'found' && listing.confirmedBy.at(-1)).toContain('1 more list');
  const outcome = switchOff(edc16Sample(options), edc16, ['P0122']);
  expect(outcome.outcome === 'done' && outcome.dtcChanges.map(({ at }) => at)).toEqual([
    sampleCopyAt + 9,
    classesAt + 9,
  ]);
});

test('a partial copy of the classes prevents switching', () => {
  expect(listOf({ classCopy: 'half' })).toMatchObject({
    outcome: 'found',
    notSwitchable: { message: expect.stringContaining('stands again at 0x9000') },
  });
});

test.each([
  { name: 'both lists end with P1621', options: { hasOtherStart: true }, isAccepted: true },
  {
    name: 'the first path is that of PSA, and the public codes end with P0606',
    options: { lastPublicCode: 0x0606 },
    isAccepted: true,
  },
  {
    name: 'the first path is that of PSA, and the last path has no public code',
    options: { lastPublicCode: 0 },
    isAccepted: true,
  },
  { name: 'neither end is published', options: { lastPublicCode: 0x0606, hasOtherStart: true }, isAccepted: false },
])('PSA lists where $name: switchable is $isAccepted', ({ options, isAccepted }) => {
  const listing = listOf({ table: 'published', ...options });
  expect(listing.outcome === 'found' && listing.notSwitchable === null).toBe(isAccepted);
});

test('one path with codes of several kinds does not end a run of fours where every path without a code has no class', () => {
  const options = { table: 'fourfold', mixedPath: 'others have no class' } as const;
  expect(listOf(options)).toMatchObject({ outcome: 'found', tableAt: 0x48000, notSwitchable: null });
  expect(findRow(options, 'P0069')).toMatchObject({ state: 'on', paths: [24], sharedWith: ['P2226'] });
  const unproved = listOf({ ...options, mixedPath: 'others have a class' });
  expect(unproved.outcome === 'found' && unproved.notSwitchable === null).toBe(false);
});

test('a path without any number does not end the list of the maker, unless it has a public code', () => {
  const options = { table: 'grouped', emptyPath: 40 } as const;
  expect(listOf(options)).toMatchObject({ outcome: 'found', tableAt: 0x48000, notSwitchable: null });
  expect(findRow(options, 'P0122')).toMatchObject({ entriesAt: [0x48000 + samplePaths * 16 + 9] });
  expect(listOf({ ...options, isEmptyPathNamed: true }).outcome).toBe('not found');
});

test('public codes that are plain numbers are listed only where each of them stands beside a number of the maker', () => {
  expect(findRow({ table: 'columns' }, 'P0122')).toMatchObject({ number: 122, makerNumber: '4091, 4093' });
  expect(findRow({ table: 'columns' }, '4011')).toMatchObject({ paths: [1] });
  expect(listOf({ table: 'columns', emptyPath: 40 }).outcome).toBe('found');
  expect(listOf({ table: 'columns', emptyPath: 40, isEmptyPathNamed: true }).outcome).toBe('not found');
});

test('codes with hexadecimal digits do not divide a list of public codes', () => {
  const options = { table: 'grouped', hasHexCodes: true } as const;
  expect(listOf(options)).toMatchObject({ outcome: 'found', tableAt: 0x48000, notSwitchable: null });
  expect(findRow(options, 'P14A3')).toMatchObject({ paths: [91] });
});

test("a list with one maker's code for each path is switched only where its end is published", () => {
  expect(listOf({ table: 'single' })).toMatchObject({
    outcome: 'found',
    notSwitchable: { message: expect.stringContaining('not proved') },
  });
});

test('plain numbers between codes and states prove no table where a path without a public code has a class', () => {
  const options = { table: 'numbered', firstClass: 0x22 } as const;
  expect(listOf({ ...options, hasClassWithoutCode: true }).outcome).toBe('not found');
  expect(listOf(options)).toMatchObject({
    outcome: 'found',
    notSwitchable: null,
    confirmedBy: expect.arrayContaining([expect.stringContaining('81 of 82 paths without a public code have class 0')]),
  });
});

test('plain numbers that repeat, or kinds of paths that begin behind another word, prove no table', () => {
  expect(listOf({ table: 'numbered', wordBeforeKinds: 0x00dd }).outcome).toBe('not found');
  expect(listOf({ table: 'numbered', firstRepeatedNumber: 100 }).outcome).toBe('not found');
});

test('plain numbers are not taken for codes', () => {
  const listing = listOf({ table: 'numbered' });
  expect(listing.outcome === 'found' && listing.rows.some(({ code }) => code === 'P0150')).toBe(false);
});

test('a read without a table is reported as such', () => {
  expect(listOf({ table: null }).outcome).toBe('not found');
});

test.each(tables)('all codes of a %s table are switched off, and the sums of the file match again', (table) => {
  const bytes = edc16Sample({ table });
  const listing = listOf({ table });
  const codes = listing.outcome === 'found' ? listing.rows.map(({ code }) => code) : [];
  const outcome = switchOff(bytes, edc16, codes);
  if (outcome.outcome !== 'done') throw new Error(outcome.reason.message);
  expect(outcome.rowsAfter.map(({ state }) => state)).not.toContain('on');
  expect(sumsOf(outcome.bytes).map(({ state }) => state)).toEqual(['ok', 'ok']);
});

test('switching a code off changes one byte for each of its paths that is on', () => {
  const outcome = switchOff(edc16Sample(), edc16, ['P0107']);
  const at = sampleClassesAt('paired') + 3;
  expect(outcome).toMatchObject({ outcome: 'done', dtcChanges: [{ at, after: Uint8Array.of(0) }] });
});

test('a block that stores the checksum word of the changed block gets the new word and a new sum of its own', () => {
  const outcome = switchOff(edc16Sample(), edc16, ['P0122']);
  expect(outcome.outcome === 'done' && outcome.checksumChanges.map(({ at }) => at)).toEqual([
    0x7ff78, 0x3ff74, 0x3ff78,
  ]);
});

test('a copy that was already wrong before is left unchanged', () => {
  const outcome = switchOff(edc16Sample({ brokenCopy: 1 }), edc16, ['P0122']);
  expect(outcome.outcome === 'done' && outcome.checksumChanges.map(({ at }) => at)).toEqual([0x7ff78]);
});

test('a wrong sum is reported and can be corrected', () => {
  const wrong = edc16Sample({ brokenSum: 1 });
  expect(sumsOf(wrong).map(({ state }) => state)).toEqual(['ok', 'wrong']);
  const [change] = sumsOf(wrong)[1]?.correct?.() ?? [];
  expect(change).toMatchObject({ at: 0x7ff78 });
});

test('where the end of the signature is not filled in, the sum ends before it and is corrected there', () => {
  const bytes = edc16Sample({ hasOpenTail: true });
  expect(sumsOf(bytes)[1]).toMatchObject({ state: 'ok', ranges: [{ at: 0x40000, end: 0x7ff7c }] });
  bytes[0x7ff90] = 0;
  expect(sumsOf(bytes)[1]?.state).toBe('ok');
  bytes[0x50000] = 0x12;
  expect(sumsOf(bytes)[1]?.state).toBe('wrong');
  for (const { at, after } of sumsOf(bytes)[1]?.correct?.() ?? []) bytes.set(after, at);
  expect(sumsOf(bytes).map(({ state }) => state)).toEqual(['ok', 'ok']);
});

test('a signature is reported but never created', () => {
  const signatures = (edc16.checksums?.(imageOf()) ?? []).filter(({ kind }) => kind === 'signature');
  expect(signatures).toMatchObject([
    { state: 'unknown', correct: null, cells: [{ at: 0x3ff7c, end: 0x3fffc }] },
    { state: 'unknown', correct: null, cells: [{ at: 0x7ff7c, end: 0x7fffc }] },
  ]);
});

test('the sum of a block that extends beyond the end of the file is listed, and cannot be checked', () => {
  const sums = sumsOf(edc16Sample().subarray(0, 0x70000)).map(({ name, state, endsBeyond }) => [
    name,
    state,
    endsBeyond,
  ]);
  expect(sums).toEqual([
    ['Block sum 0x0', 'ok', undefined],
    ['Block sum 0x40000', 'unknown', 0x80000],
  ]);
});

test('a recorded range that is not a whole number of words does not count as a wrong sum', () => {
  const bytes = edc16Sample();
  const view = new DataView(bytes.buffer);
  view.setUint32(0x40000, 0x80);
  bytes[0x40023] = 2;
  for (const [at, value] of [
    [0x5c, 0x1c0472],
    [0x60, 0x1c076b],
    [0x64, 0xfadecafe],
    [0x68, 0xcafeaffe],
  ] as const) {
    view.setUint32(0x40000 + at, value);
  }
  expect(sumsOf(bytes)[0]).toMatchObject({ name: 'Inner sum 0x40472', state: 'unknown', correct: null });
});

test('with classes in two blocks, a path that is off in both is known to be off, and another of the same code is not', () => {
  const bytes = edc16Sample({ classCopy: 'whole' });
  const rowsOf = () => {
    const listing = edc16.dtcs?.list(new Image(bytes));
    return listing?.outcome === 'found' ? listing.rows : [];
  };
  const row = rowsOf().find(({ code }) => code === 'P0107') as DtcRow;
  const [first, second] = row.paths as [number, number];
  const cells = row.entriesAt.filter((at) => row.entriesAt.includes(at + second - first));
  expect(cells).toHaveLength(2);
  for (const at of row.entriesAt) bytes[at] = cells.includes(at) ? 0 : 1;
  const off = findOffPaths(new Image(bytes), edc16.dtcs as Dtcs, rowsOf());
  expect([off.has(first), off.has(second)]).toEqual([true, false]);
});
