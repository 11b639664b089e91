import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { calibrationAt, codesAt, innerRange, medc17ClassesAt } from '../../testing/medc17-sample.ts';
import { implied, medium, strong } from '../../testing/facts.ts';
import { edc17 } from './edc17.family.ts';
import { edc17Sample } from './edc17.sample.ts';

const listOf = (...options: Parameters<typeof edc17Sample>) => edc17.dtcs?.list(new Image(edc17Sample(...options)));
const sumsOf = (bytes: Uint8Array) => edc17.checksums?.(new Image(bytes)).map(({ kind, state }) => `${kind} ${state}`);

test('the numbers, the names and the plate of the calibration are read', () => {
  expect(edc17.describe(new Image(edc17Sample()))).toEqual({
    model: implied('EDC17CP14', calibrationAt + 0xa15),
    variant: strong('35/1/EDC17_CP14/5/P598//C598G3W1///', calibrationAt + 0xa10),
    softwareId: strong('C598G3W1', calibrationAt + 0xa28),
    softwareNumber: strong('1037500001', 0x2001a, { place: 'dataset' }),
    dataset: strong('P598G3W1', 0x20024, { place: 'dataset' }),
    partNumber: medium('03L906099XY', 0x5aafc, { others: [medium('03L906099B', 0x5aace, { place: 'hardware' })] }),
    softwareVersion: strong('4388', 0x5ab09),
    engine: medium('R4 2,0L EDC', 0x5ab23),
    vehicleManufacturer: implied('Volkswagen Group', 0x5aafc),
    processor: implied('TriCore', 0x20000),
  });
});

test('the customer field identifies BMW, and a digit before the variant string is not part of it', () => {
  const facts = edc17.describe(new Image(edc17Sample({ variant: '132/1/EDC17_C06/11/P_557//V3ML///', plate: '' })));
  expect(facts.variant?.value).toBe('32/1/EDC17_C06/11/P_557//V3ML///');
  expect(facts.vehicleManufacturer?.value).toBe('BMW');
  expect(facts.softwareId?.value).toBe('V3ML');
});

test("the hardware number is read only from General Motors' plate, where it precedes the control unit's name", () => {
  const numberOf = (plate: string) => edc17.describe(new Image(edc17Sample({ plate }))).hardwareNumber?.value;
  expect(numberOf('0281019999\u0000EDC17C19\u0000\u0000\u0000A20DTH')).toBe('0281019999');
  expect(numberOf('0281019999 EDC17C19')).toBeUndefined();
});

test.each([
  { variant: '41/1/EDC17C64/5/P1106//C1106A01///', model: 'EDC17C64', softwareId: 'C1106A01' },
  { variant: '45/1/EDC17C74/5/P1375//C1375A01///', model: 'EDC17C74', softwareId: 'C1375A01' },
  {
    variant: '58/1/EDC17C60/014/1110//C72b/6D2N_2IF9B_4A8O4_9692917180//',
    model: 'EDC17C60',
    softwareId: 'C72b',
  },
])('as published, $variant is $model', ({ variant, model, softwareId }) => {
  const facts = edc17.describe(new Image(edc17Sample({ variant })));
  expect(facts).toMatchObject({ model: { value: model, strength: 'strong' }, softwareId: { value: softwareId } });
});

test('the blocks alone are not enough: related petrol units have them too', () => {
  expect(edc17.recognise(new Image(edc17Sample()))).not.toEqual([]);
  expect(edc17.recognise(new Image(edc17Sample({ variant: '46/1/MED17/3/D17553xN//D175537N/Dst00//' })))).toEqual([]);
});

test('a block whose address disagrees with its first record is not counted', () => {
  const reason = (bytes: Uint8Array) => edc17.recognise(new Image(bytes))[0]?.reason;
  expect(reason(edc17Sample())).toBe('a chain of 2 MEDC17 blocks');
  expect(reason(edc17Sample({ recordStart: 0x80000000 }))).toBe('a chain of 1 MEDC17 blocks');
});

test('datasets with two numbers are both reported, and padding is not taken for a dataset', () => {
  const dataset = '\xAF'.repeat(8);
  const facts = edc17.describe(new Image(edc17Sample({ secondSoftwareNumber: '1037500002', dataset })));
  expect(facts.softwareNumber).toMatchObject({ value: '1037500001', place: 'dataset' });
  expect(facts.softwareNumber?.others).toMatchObject([{ value: '1037500002', place: 'dataset' }]);
  expect(facts.dataset).toBeUndefined();
});

test('every record is checked, the inner one first, and the signatures are only listed', () => {
  expect(sumsOf(edc17Sample())).toEqual(['sum ok', 'sum ok', 'sum ok', 'signature unknown', 'signature unknown']);
  expect(sumsOf(edc17Sample({ breaksSum: true }))?.slice(0, 3)).toEqual(['sum wrong', 'sum ok', 'sum wrong']);
});

test('a wrong sum and the block around it are corrected in their last words', () => {
  const bytes = edc17Sample({ breaksSum: true });
  for (let round = 0; round < 3; round += 1) {
    const wrong = edc17.checksums?.(new Image(bytes)).find(({ state }) => state === 'wrong');
    for (const { at, after } of wrong?.correct?.() ?? []) bytes.set(after, at);
  }
  expect(sumsOf(bytes)?.slice(0, 3)).toEqual(['sum ok', 'sum ok', 'sum ok']);
  const repaired = bytes.findIndex((byte, at) => at > innerRange.at && byte !== edc17Sample()[at]);
  expect(repaired).toBeGreaterThanOrEqual(innerRange.end - 4);
});

test('the checksum of space reserved for a program that was never written is unknown, not wrong', () => {
  expect(sumsOf(edc17Sample({ isUnprogrammed: true }))?.[1]).toBe('sum unknown');
});

test('the codes are listed with their entries, and class 0 means off', () => {
  const listing = listOf();
  const classesAt = medc17ClassesAt();
  expect(listing).toMatchObject({ outcome: 'found', tableAt: classesAt, notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows).toHaveLength(150);
  expect(rows[0]).toEqual({
    code: 'P0100',
    number: 0x0100,
    state: 'on',
    paths: [1, 2],
    sharedWith: [],
    entriesAt: [classesAt + 1, classesAt + 2],
  });
  expect(rows.find(({ paths }) => paths.includes(7))?.state).toBe('partial');
  expect(listing?.outcome === 'found' && listing.confirmedBy.length).toBe(3);
});

test.each(['between', 'maker', 'twins'] as const)('the location of a list of codes is proved: %s', (codes) => {
  expect(listOf({ codes })).toMatchObject({ outcome: 'found', notSwitchable: null });
});

test("a maker's own numbers are listed as the maker writes them", () => {
  const listing = listOf({ codes: 'maker' });
  expect(listing?.outcome === 'found' && listing.rows[0]).toMatchObject({ code: '4CAF', number: 0x4caf, paths: [1] });
});

test('an entry in which the two lists differ is listed under both codes', () => {
  const listing = listOf({ codes: 'twins' });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows.find(({ code }) => code === 'P2002')).toMatchObject({ paths: [9], sharedWith: ['P0101'] });
  expect(rows.find(({ code }) => code === 'P0101')).toMatchObject({ paths: [9, 10], sharedWith: ['P2002'] });
});

test('control masks of one byte each are accepted too', () => {
  const hasNarrowMasks = true;
  expect(listOf({ hasNarrowMasks })).toMatchObject({ outcome: 'found', tableAt: medc17ClassesAt({ hasNarrowMasks }) });
});

test.each([true, 'on even places'] as const)(
  'six extra bytes after the classes, as in EDC17C46, do not move the table: %s',
  (hasSixBytesMore) => {
    expect(listOf({ hasSixBytesMore })).toMatchObject({ outcome: 'found', tableAt: medc17ClassesAt() });
  },
);

test('disable masks may begin only with 0 or FFFF', () => {
  expect(listOf({ codes: 'between', firstDisableMask: 0xffff })?.outcome).toBe('found');
  expect(listOf({ codes: 'between', firstDisableMask: 0x1234 })?.outcome).toBe('not found');
});

test.each([
  { name: 'one class more than codes', options: { hasOneClassMore: true } },
  { name: 'no marker behind the classes', options: { breaksMarker: true } },
  { name: 'no codes', options: { codes: 'none' } },
] as const)('$name: no table is found', ({ options }) => {
  expect(listOf(options)?.outcome).toBe('not found');
});

test('one byte of the last code changed to a byte of the array behind it keeps the table from being proved', () => {
  const outcomeWith = (byte: number) => {
    const bytes = edc17Sample({ codes: 'between' });
    bytes[codesAt + 2 * 300] = byte;
    return edc17.dtcs?.list(new Image(bytes)).outcome;
  };
  // The array contains only 1 and 2, and the other byte of the code is 2.
  expect(outcomeWith(3)).toBe('found');
  expect(outcomeWith(1)).toBe('not found');
});

test('classes that are stored twice are listed but not switched', () => {
  expect(listOf({ secondClassesAt: 0x70000 })).toMatchObject({
    outcome: 'found',
    notSwitchable: { message: expect.any(String) },
  });
});

test.each([1, 150])('%i codes are switched off, the sums corrected, and everything read again', (count) => {
  const listing = listOf();
  const codes = listing?.outcome === 'found' ? listing.rows.slice(0, count).map(({ code }) => code) : [];
  const result = switchOff(edc17Sample(), edc17, codes);
  expect(result).toMatchObject({ outcome: 'done', alsoChanged: [] });
  if (result.outcome !== 'done') return;
  expect(result.dtcChanges.every(({ after }) => after.length === 1 && after[0] === 0)).toBe(true);
  expect(result.warnings).toHaveLength(1);
  expect(result.warnings[0]?.message).toContain('RSA signature of the block at 0x40000');
});

test('the numbered faults of an EDC17C84 are listed but not switched', () => {
  const listing = listOf({ codes: 'numbered' });
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.tableAt).toBe(codesAt);
  expect(listing.confirmedBy[0]).toMatch(/^301 rows of 16 bytes/);
  const [first] = listing.rows;
  expect(first).toEqual({
    code: 'P0100',
    number: 0x0100,
    state: 'unknown',
    paths: [1],
    sharedWith: [],
    entriesAt: [codesAt + 16 + 6],
  });
  expect(listing.notSwitchable?.message).toMatch(/not proved/);
});

test('rows that contradict their own marks are not taken for a table of numbered faults', () => {
  expect(listOf({ codes: 'numbered', unusedFaultHasCode: true })?.outcome).toBe('not found');
});
