import { expect, test } from 'vitest';
import { processorMs } from '../../../server/testing/processor-time.ts';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { listMed9Checksums } from './med9.checksums.ts';
import { med9 } from './med9.family.ts';
import type { Med9Options } from './med9.sample.ts';
import { med9Sample, sampleLists } from './med9.sample.ts';

function listing(options: Med9Options = {}) {
  const found = med9.dtcs?.list(new Image(med9Sample(options)));
  if (found?.outcome !== 'found') throw new Error('no table in the sample');
  return found;
}

test('the numbers are read from the calibration, not from the boot code', () => {
  expect(med9.describe(new Image(med9Sample()))).toMatchObject({
    model: { value: 'MED91', at: 0x1c21f5 },
    softwareNumber: { value: '1037389999' },
    hardwareNumber: { value: '0261S09999', at: 0x1d22a9 },
    partNumber: { value: '1K0907115ZZ' },
    engine: { value: '2.0l R4/4V TFSI' },
    softwareVersion: { value: '0010' },
    softwareId: { value: 'D915A_43J000' },
    vehicleManufacturer: { value: 'Volkswagen', strength: 'implied' },
  });
});

test('the part number on the box is reported where the text contains the one of the program', () => {
  const partOf = (partNumber: string) => med9.describe(new Image(med9Sample({ partNumber }))).partNumber;
  expect(partOf('8E1910560A')).toMatchObject({
    value: '8E1907560',
    others: [{ value: '8E1910560A', place: 'program' }],
  });
  expect(partOf('8E1910561A')).toMatchObject({ value: '8E1910561A', place: 'program' });
});

test('differing software numbers of program and calibration are both reported, the calibration’s first', () => {
  const facts = med9.describe(new Image(med9Sample({ calibrationSoftwareNumber: '1037380000' })));
  expect(facts.softwareNumber).toMatchObject({ value: '1037380000', place: 'dataset' });
  expect(facts.softwareNumber?.others).toMatchObject([{ value: '1037389999', at: 0x8029e, place: 'program' }]);
  expect(facts.hardwareNumber?.value).toBe('0261S09999');
});

test('a variant string of another control unit is not recognised', () => {
  expect(med9.recognise(new Image(med9Sample()))).not.toEqual([]);
  const variant = '40/1/ME7.5/5/4019.00//24C/Dst02o/041201//';
  expect(med9.recognise(new Image(med9Sample({ variant })))).toEqual([]);
});

test('the sums are right in a whole file, wrong after a change, and unknown without a list of sums', () => {
  const states = (options: Med9Options) => med9.checksums?.(new Image(med9Sample(options))).map(({ state }) => state);
  expect(states({})).toEqual(['ok', 'ok']);
  expect(states({ hasWrongSum: true })).toEqual(['wrong', 'ok']);
  expect(states({ hasSums: false })).toEqual(['unknown']);
});

const [, , programList, calibrationList] = sampleLists;

test.each([
  { name: 'the complement of a sum', at: [calibrationList.at + 12] },
  { name: 'the sum of the last block', at: [calibrationList.at + 72, 0x1e0100] },
  {
    name: 'two sums in the middle of a list, and a block behind them',
    at: [programList.at + 24, programList.at + 44, 0x39000],
  },
])('a change of $name is wrong, and put right', ({ at }) => {
  const bytes = med9Sample();
  for (const one of at) bytes[one] = (bytes[one] as number) ^ 0x11;
  const states = (image: Image) => listMed9Checksums(image).map(({ state }) => state);
  expect(states(new Image(bytes)).toSorted()).toEqual(['ok', 'wrong']);
  const result = switchOff(bytes, med9, ['P0105'], { repairChecksums: true });
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(states(new Image(result.bytes))).toEqual(['ok', 'ok']);
  expect(result.checksumsAfter.map(({ ranges }) => ranges.length)).toEqual([5, 9]);
});

test.each([[[0x5c1234]], [[0x5c1230, 0x5c127f]]])(
  'the words %j before the list are no row of it',
  (wordsBeforeList) => {
    const bytes = med9Sample({ wordsBeforeList });
    expect(listMed9Checksums(new Image(bytes)).map(({ state }) => state)).toEqual(['ok', 'ok']);
    const result = switchOff(bytes, med9, ['P0105'], { repairChecksums: true });
    if (result.outcome !== 'done') throw new Error(result.reason.message);
    expect(result.warnings).toEqual([]);
    expect(result.bytes.slice(calibrationList.at - 64, calibrationList.at)).toEqual(
      bytes.slice(calibrationList.at - 64, calibrationList.at),
    );
  },
);

test.each([
  { name: 'a row has damaged addresses', byte: 0x99, at: programList.at + 16, end: programList.at + 20 },
  { name: 'two rows in succession are damaged', byte: 0x99, at: programList.at + 16, end: programList.at + 48 },
  { name: 'one list is erased', byte: 0xff, at: programList.at, end: programList.at + 64 },
  { name: 'the whole program is erased', byte: 0xff, at: 0, end: 0x1c0000 },
  {
    name: "the first row of the calibration's list is erased",
    byte: 0xff,
    at: calibrationList.at,
    end: calibrationList.at + 16,
  },
])('where $name, that is unknown and the user is warned', ({ byte, at, end }) => {
  const bytes = med9Sample().fill(byte, at, end);
  expect(listMed9Checksums(new Image(bytes)).some(({ state }) => state === 'unknown')).toBe(true);
  const result = switchOff(bytes, med9, ['P0105'], { repairChecksums: true });
  expect(result.outcome === 'done' && result.warnings.map(({ code }) => code)).toContain('ecu.checksum_not_known');
});

test('a code is listed with all codes of its rows in both tables', () => {
  const row = listing().rows.find(({ code }) => code === 'P0105');
  expect(row).toMatchObject({ number: 0x0105, state: 'on', paths: [5] });
  expect(row?.sharedWith).toEqual(['P0205', 'P0305', 'P1105', 'P2105']);
  expect(listing().confirmedBy.length).toBeGreaterThanOrEqual(4);
});

test.each<{ name: string; options: Med9Options }>([
  { name: 'MED9.1', options: {} },
  { name: 'MED9.5.10', options: { hasThirdTable: true } },
  { name: 'two control units', options: { codesPerRow: 8 } },
])('all codes of $name can be switched off, one class for each control unit, with correct sums', ({ options }) => {
  const bytes = med9Sample(options);
  const codes = listing(options).rows.map(({ code }) => code);
  const result = switchOff(bytes, med9, codes);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges).toHaveLength(78);
  expect(result.dtcChanges[0]?.after).toHaveLength((options.codesPerRow ?? 4) / 4);
  expect(result.rowsAfter.map(({ state }) => state)).toEqual(codes.map(() => 'off'));
  expect(result.checksumChanges.length).toBeGreaterThan(0);
  expect(result.warnings).toEqual([]);
});

test('without a list of sums, codes can be switched off, and the user is warned', () => {
  const result = switchOff(med9Sample({ hasSums: false }), med9, ['P0105']);
  expect(result.outcome === 'done' && result.warnings[0]?.message).toMatch(/not corrected/);
});

test('classes whose location is not proved are not written', () => {
  const found = listing({ hasOddPartners: true });
  expect(found.notSwitchable?.message).toMatch(/classes/);
  expect(switchOff(med9Sample({ hasOddPartners: true }), med9, ['P0105'])).toMatchObject({ outcome: 'refused' });
});

test('no codes are listed without code tables', () => {
  expect(med9.dtcs?.list(new Image(med9Sample({ hasTables: false })))).toMatchObject({ outcome: 'not found' });
});

test('a calibration made of nothing but bytes that look like tables costs little, and has no list', () => {
  const bytes = med9Sample();
  for (let at = 0x1c4000; at < 0x200000; at += 1) bytes[at] = at % 34 < 18 ? (((at % 34) * 7) & 0x3f) | 1 : 0;
  const list = () => expect(med9.dtcs?.list(new Image(bytes))).toMatchObject({ outcome: 'not found' });
  expect(processorMs(list)).toBeLessThan(2000);
});
