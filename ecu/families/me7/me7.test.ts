import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied, strong } from '../../testing/facts.ts';
import { me7 } from './me7.family.ts';
import type { Me7Options } from './me7.sample.ts';
import { me7Sample, sampleTables } from './me7.sample.ts';

const imageOf = (options: Me7Options = {}) => new Image(me7Sample(options));
const list = (options: Me7Options = {}) => me7.dtcs?.list(imageOf(options));
const states = (bytes: Uint8Array) =>
  Object.fromEntries(me7.checksums?.(new Image(bytes)).map(({ name, state }) => [name, state]) ?? []);

test('everything that the program returns to a tester is read', () => {
  expect(me7.describe(imageOf())).toMatchObject({
    model: { value: 'ME7.5' },
    variant: { value: '40/1/ME7.5/5/4016.32//24e/Dst04o/190101//', at: 0x10005 },
    softwareId: { value: '4016.32' },
    dataset: { value: 'Dst04o' },
    hardwareNumber: strong('0261209999', 0x183b2),
    softwareNumber: strong('1037369999', 0x183bc),
    partNumber: strong('8E0906099B', 0x11566),
    softwareVersion: { value: '0004', at: 0x11586 },
    engine: { value: '1.8L R4/5VT' },
    vehicleManufacturer: implied('Audi', 0x11566),
    processor: { value: 'Infineon C167', strength: 'implied' },
  });
});

test('without the table of texts, numbers are found only where they directly follow each other', () => {
  expect(me7.describe(imageOf({ hasTextTable: false }))).toMatchObject({
    hardwareNumber: { value: '0261209999', strength: 'medium' },
    partNumber: { value: '8E0906099B', strength: 'medium' },
  });
  const apart = me7.describe(imageOf({ hasTextTable: false, numbers: '0261209999-1037369999' }));
  expect([apart.hardwareNumber, apart.softwareNumber]).toEqual([undefined, undefined]);
});

test.each(['0261209999 \x001277369999', '0261209999\x001037369999', '0261209999 1037369999'])(
  'a space or a zero byte may separate the numbers: %j',
  (numbers) => {
    const facts = me7.describe(imageOf({ hasTextTable: false, numbers }));
    expect(facts.softwareNumber?.value).toBe(numbers.slice(-10));
    expect(facts.hardwareNumber?.value).toBe('0261209999');
  },
);

test('a program without memory bounds yields only the numbers that follow its name', () => {
  const variant = (gap: number) => `43/1/ME7.3/69/117/F999_EU//14c99m01/120299/${' '.repeat(gap)}0261209999 1277369999`;
  const near = me7.describe(imageOf({ hasBoundsTable: false, variant: variant(60) }));
  expect(near).toMatchObject({ model: { value: 'ME7.3' }, softwareNumber: { value: '1277369999' } });
  expect(me7.describe(imageOf({ hasBoundsTable: false })).softwareNumber).toBeUndefined();
});

test.each(['44/1/ME71/05/6001_01//prog16d/dat16d/180797/', '41/1/ME731/9/903_7/A14D//14D55x00/260803/'])(
  'a name without a dot belongs to the family: %s',
  (variant) => {
    const image = imageOf({ variant, hasBoundsTable: false });
    expect(me7.recognise(image).map(({ points }) => points)).toEqual([60]);
    expect(me7.describe(image).model?.value).toBe(variant.split('/')[2]);
  },
);

test('the name of the control unit is not taken for the engine', () => {
  expect(me7.describe(imageOf()).engine).toBeDefined();
  expect(me7.describe(imageOf({ engine: 'MOTRONIC ME7.1' })).engine).toBeUndefined();
});

test('MED7 has the same structure and belongs to the family', () => {
  const image = imageOf({ variant: '43/1/MED7.1.1/5/40B4.00//56F/Dst03o/180703//' });
  expect(me7.recognise(image)).toHaveLength(2);
  expect(me7.describe(image).model?.value).toBe('MED7.1.1');
});

test.each([
  { name: 'a wiped variant string', options: { variant: '' }, points: [40, 50] },
  { name: 'no memory bounds', options: { hasBoundsTable: false }, points: [60] },
  { name: 'bounds alone', options: { variant: '', hasTextTable: false, numbers: '' }, points: [40] },
  { name: 'the name Volvo uses', options: { variant: '47/1/ME701/19///70195G10/', hasBoundsTable: false }, points: [] },
])('$name is weighed', ({ options, points }) => {
  expect(me7.recognise(imageOf(options)).map((evidence) => evidence.points)).toEqual(points);
});

test('the codes of both tables are listed, with their paths and the codes that share them', () => {
  const listing = list();
  expect(listing).toMatchObject({ outcome: 'found', tableAt: 0x12000, notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  const { classesAt } = sampleTables;
  expect(rows.find(({ code }) => code === 'P0101')).toEqual({
    code: 'P0101',
    number: 0x0101,
    makerNumber: '16485',
    state: 'on',
    paths: [2, 7],
    sharedWith: ['P0102', 'P0103', 'P0104', 'P0502', 'P0602', 'P0603', 'P0604', 'P0507'],
    entriesAt: [classesAt + 2, classesAt + 7],
  });
  expect(rows.find(({ code }) => code === 'P0404')?.state).toBe('off');
  expect(rows.find(({ code }) => code === 'P0503')?.state).toBe('on');
});

test('codes of a program with only one table are listed from it', () => {
  const listing = list({ hasSecondTable: false });
  expect(listing).toMatchObject({ outcome: 'found', tableAt: 0x12000 });
  expect(listing?.outcome === 'found' && listing.confirmedBy).toHaveLength(4);
});

test.each([
  { name: 'two instructions name other class tables', options: { classTargets: [0x10701, 0x10703, 0x10705] } },
  { name: 'only one instruction names a class table', options: { classTargets: [0x10701] } },
  { name: 'the class table is not read often', options: { classTargets: [], classReads: 3 } },
  { name: 'the trip counters stand elsewhere', options: { countedPaths: 61 } },
  { name: 'no instruction loads the tables of codes', options: { areTablesLoaded: false } },
  { name: 'there are no memory bounds', options: { hasBoundsTable: false } },
])('no codes are listed when $name', ({ options }) => {
  expect(list(options)).toMatchObject({ outcome: 'not found' });
});

test("Alfa's programs are checked, but neither listed nor corrected; any other bound means no table of bounds", () => {
  const alfa = { bound: 0x0080fe6e };
  expect(list(alfa)).toMatchObject({ outcome: 'not found', reason: { code: 'ecu.fault_classes_not_known' } });
  expect(states(me7Sample(alfa))).toMatchObject({ 'startup sum': 'ok', 'program pages sum': 'ok' });
  const isCorrected = (me7.checksums?.(imageOf(alfa)) ?? []).some(({ correct }) => correct !== null);
  expect(isCorrected).toBe(false);
  expect(list({ bound: 0x0080fe70 })).toMatchObject({ reason: { code: 'ecu.memory_bounds_not_found' } });
  expect(states(me7Sample({ bound: 0x0080fe70 }))).toEqual({});
});

const usualBound = 0x0080fc00;
const alfaBound = 0x0080fe6e;

test.each([
  { name: "Alfa's three", bound: alfaBound, mainRanges: [0x800000, 0x80fe6d, 0x820000, 0x837fff, 0x840000, 0x87ffff] },
  { name: "Ferrari's two", bound: alfaBound, mainRanges: [0x800000, 0x80fe6d, 0x820000, 0x87ffff] },
  {
    name: "MED7.1.1's three",
    bound: usualBound,
    mainRanges: [0x800000, 0x80fbff, 0x820000, 0x837fff, 0x840000, 0x87ffff],
  },
])('the main sum covers $name stretches, as the program lists them', ({ bound, mainRanges }) => {
  const bytes = me7Sample({ bound, mainRanges });
  expect(states(bytes)).toMatchObject({ 'main program sum': 'ok', 'block sums': 'ok' });
  const stateAfterChangeAt = (at: number) => {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    return states(changed)['main program sum'];
  };
  const [, firstEnd] = mainRanges.map((address) => address - 0x800000) as [number, number];
  expect(stateAfterChangeAt(firstEnd)).toBe('wrong');
  expect(stateAfterChangeAt(firstEnd + 1)).toBe('ok');
  expect(stateAfterChangeAt(0x7f000)).toBe('wrong');
  expect(stateAfterChangeAt(0x38000)).toBe(mainRanges.length === 6 ? 'ok' : 'wrong');
});

test('a row of the list of blocks with one address twice covers nothing', () => {
  const bytes = me7Sample({ emptyBlock: 5 });
  expect(states(bytes)).toMatchObject({ 'block sums': 'ok' });
  const blockStateAfterChangeAt = (at: number) => {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    return states(changed)['block sums'];
  };
  expect(blockStateAfterChangeAt(0x51234)).toBe('ok');
  expect(blockStateAfterChangeAt(0x61234)).toBe('wrong');
});

test('for a read of the calibration alone, the reason names what to read instead', () => {
  const reasonOf = (length: number) => me7.dtcs?.list(new Image(new Uint8Array(length)));
  expect(reasonOf(0x10000)).toMatchObject({ reason: { code: 'ecu.calibration_without_program' } });
  expect(reasonOf(0xd0000)).toMatchObject({ reason: { code: 'ecu.memory_bounds_not_found' } });
});

test('two of the three instructions are enough', () => {
  const { classesAt } = sampleTables;
  expect(list({ classTargets: [classesAt, classesAt] })).toMatchObject({ outcome: 'found' });
});

test.each([false, true])('other instructions are recognised by what they read (pages named: %s)', (arePagesNamed) => {
  const bytes = me7Sample({ classTargets: [], classReads: 4, arePagesNamed });
  const whole = me7.dtcs?.list(new Image(bytes));
  expect(whole).toMatchObject({ outcome: 'found', tableAt: 0x12000 });
  bytes.fill(0, sampleTables.classesAt, sampleTables.classesAt + sampleTables.paths);
  const off = me7.dtcs?.list(new Image(bytes));
  expect(off).toMatchObject({ outcome: 'found', tableAt: 0x12000 });
  expect(off?.outcome === 'found' && off.rows.every(({ state }) => state === 'off')).toBe(true);
});

test('codes are also found in a program that reads the filters instead of the trip counters', () => {
  const options = { classTargets: [], classReads: 4, areFiltersRead: true };
  const listing = list(options);
  expect(listing).toMatchObject({ outcome: 'found', tableAt: 0x12000 });
  expect(listing?.outcome === 'found' && listing.confirmedBy[1]).toMatch(/filters/);
  expect(list({ ...options, countedPaths: 61 })).toMatchObject({ outcome: 'not found' });
});

test('every checksum of an unmodified program matches', () => {
  expect(states(me7Sample())).toEqual({
    'calibration ends sum': 'ok',
    'calibration CRC 1': 'ok',
    'calibration CRC 2': 'ok',
    'calibration CRC 3': 'ok',
    'startup sum': 'ok',
    'program pages sum': 'ok',
    'main program sum': 'ok',
    'block sums': 'ok',
  });
});

test.each([
  { at: 0x10000, wrong: ['calibration ends sum', 'block sums'] },
  { at: 0x12000, wrong: ['calibration CRC 1', 'block sums'] },
  { at: 0x15000, wrong: ['calibration CRC 2', 'block sums'] },
  { at: 0x19000, wrong: ['calibration CRC 3', 'block sums'] },
  { at: 0x8000, wrong: ['startup sum', 'program pages sum', 'main program sum', 'block sums'] },
  { at: 0x40000, wrong: ['program pages sum', 'main program sum', 'block sums'] },
  { at: 0x40010, wrong: ['main program sum', 'block sums'] },
])('a changed byte at $at is detected by the checksums that cover it', ({ at, wrong }) => {
  const bytes = me7Sample();
  bytes[at] = (bytes[at] as number) ^ 0x55;
  expect(Object.entries(states(bytes)).flatMap(([name, state]) => (state === 'wrong' ? [name] : []))).toEqual(wrong);
});

test.each([
  { options: { hasMainRanges: false }, unknown: ['main program sum'] },
  { options: { crcEnds: 2 }, unknown: ['calibration CRC'] },
  { options: { crcValues: 2 }, unknown: ['calibration CRC'] },
  { options: { crcValues: 2, hasByteSum: true }, unknown: ['calibration CRC'] },
  { options: { crcValues: 0 }, unknown: ['calibration CRC'] },
])('a checksum whose structure is not understood is unknown: $unknown', ({ options, unknown }) => {
  const known = Object.entries(states(me7Sample(options)));
  expect(known.flatMap(([name, state]) => (state === 'unknown' ? [name] : []))).toEqual(unknown);
  expect(known.some(([, state]) => state === 'wrong')).toBe(false);
});

test('a program that sums the bytes of its calibration and compares no CRC has none, and its sum is corrected', () => {
  const bytes = me7Sample({ crcValues: 0, hasByteSum: true });
  expect(Object.keys(states(bytes)).filter((name) => name.startsWith('calibration'))).toEqual([
    'calibration ends sum',
    'calibration byte sum',
  ]);
  expect(new Set(Object.values(states(bytes)))).toEqual(new Set(['ok']));
  const result = switchOff(bytes, me7, ['P0101']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.warnings).toEqual([]);
  expect(result.checksumChanges.map(({ at }) => at)).toContain(0x30018);
  bytes[0x12000] = (bytes[0x12000] as number) ^ 0x55;
  expect(states(bytes)).toMatchObject({ 'calibration byte sum': 'wrong' });
});

test('a signature is reported but never created', () => {
  const signature = me7.checksums?.(imageOf({ isSigned: true })).find(({ kind }) => kind === 'signature');
  expect(signature).toMatchObject({ state: 'unknown', correct: null, cells: [{ at: 0x5f000, end: 0x5f080 }] });
});

test('a code is switched off in all its paths, and the checksums match again', () => {
  const bytes = me7Sample();
  const result = switchOff(bytes, me7, ['P0101', 'P0404']);
  expect(result).toMatchObject({ outcome: 'done', alreadyOff: ['P0404'], warnings: [] });
  if (result.outcome !== 'done') return;
  expect(result.dtcChanges.map(({ at }) => at)).toEqual([sampleTables.classesAt + 2, sampleTables.classesAt + 7]);
  expect(result.checksumsAfter.every(({ state }) => state === 'ok')).toBe(true);
});

test('all codes together can be switched off and are still found', () => {
  const bytes = me7Sample();
  const listing = me7.dtcs?.list(new Image(bytes));
  const codes = listing?.outcome === 'found' ? listing.rows.map(({ code }) => code) : [];
  expect(switchOff(bytes, me7, codes)).toMatchObject({ outcome: 'done' });
});

test('a program that is stored twice is changed in both places', () => {
  const result = switchOff(me7Sample({ isTwice: true }), me7, ['P0301']);
  expect(result.outcome).toBe('done');
  if (result.outcome !== 'done') return;
  expect(result.bytes.slice(0, 0x80000)).toEqual(result.bytes.slice(0x80000));
  expect(result.checksumsAfter.every(({ state }) => state === 'ok')).toBe(true);
});

const buildPlate = (sizeBytes: number, text: string, at = 0x9841d) => {
  const bytes = new Uint8Array(sizeBytes);
  for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
  return new Image(bytes);
};

test.each([
  ['Volkswagen', 0x100000, 'X\x000ESI\0\x000261208999\x001037377999\0ME7.1.1.           '],
  ['Opel', 0xc0000, 'ME7.6.2   \0AZ.    \0     \x000261208999\x001037377999\0Z20LEH\0'],
  ['Fiat', 0xd0000, '7910S2\x7C0261208999 \x001037377999 \0\x02\x0351854999   '],
])('without a variant string the plate of %s gives the family and the numbers', (_, sizeBytes, plate) => {
  const image = buildPlate(sizeBytes, plate);
  expect(me7.recognise(image)).toMatchObject([{ points: 60 }]);
  expect(me7.describe(image)).toMatchObject({
    hardwareNumber: { value: '0261208999', at: 0x9841d + plate.indexOf('0261') },
    softwareNumber: { value: '1037377999', at: 0x9841d + plate.indexOf('1037') },
  });
  expect(me7.recognise(buildPlate(0x200000, plate))).toEqual([]);
  expect(me7.recognise(buildPlate(sizeBytes, plate.replace('\x001037', 'X1037')))).toEqual([]);
});

test('Volkswagen part numbers are read after the plate and near the end of the file', () => {
  const plate = 'X\x000ESI\0\x000261208999\x001037377999\0EB     \x00022906099GP';
  const image = buildPlate(0x100000, plate, 0xe0049);
  expect(me7.describe(image).partNumber).toMatchObject({ value: '022906099GP', at: 0xe0049 + plate.indexOf('0229') });
});

test('two PSA plates that differ are not recognised', () => {
  const plate = '\xC80261206999\x001037364999\x00214D2404\0\x01';
  expect(me7.recognise(buildPlate(0x10000, plate, 0x2ad0))).toHaveLength(1);
  expect(me7.recognise(buildPlate(0x10000, plate + plate.replace('364999', '364998'), 0x2ad0))).toEqual([]);
});
