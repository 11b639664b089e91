import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied, strong } from '../../testing/facts.ts';
import { msd80 } from './msd80.family.ts';
import type { Msd80Options } from './msd80.sample.ts';
import { msd80Sample, msd80TableAt } from './msd80.sample.ts';

const list = (options: Msd80Options = {}) => msd80.dtcs?.list(new Image(msd80Sample(options)));

test('program, dataset, hardware and part number are reported', () => {
  expect(msd80.describe(new Image(msd80Sample()))).toMatchObject({
    model: strong('MSD80', 0x724),
    vehicleManufacturer: { value: 'BMW', strength: 'implied' },
    softwareNumber: strong('0049ZZ0I9Z9S', 0x40010),
    softwareId: strong('I9Z9S', 0x40017),
    dataset: strong('WFA9S', 0x4001c),
    hardwareNumber: strong('5WK93999', 0x800),
    partNumber: implied('7999999', 0x1fc24),
  });
});

test('a part number whose three copies differ is left out', () => {
  expect(msd80.describe(new Image(msd80Sample())).partNumber).toBeDefined();
  expect(msd80.describe(new Image(msd80Sample({ secondPartNumber: 0x07999998 }))).partNumber).toBeUndefined();
});

test('without its own name, or with names that differ, the file is not recognised', () => {
  expect(msd80.recognise(new Image(msd80Sample()))).toHaveLength(2);
  expect(msd80.recognise(new Image(msd80Sample({ model: 'MSV80' })))).toEqual([]);
  expect(msd80.recognise(new Image(msd80Sample({ secondName: '0049ZZ0I9Z9SWFA8S' })))).toEqual([]);
});

test('a read that stops after the calibration, or continues with padding, yields the same facts', () => {
  const whole = msd80Sample();
  const filled = new Uint8Array(0x280000).fill(0xff);
  filled.set(whole);
  for (const bytes of [whole.subarray(0, 0x80000), whole.subarray(0, 0x1ff800), filled]) {
    expect(msd80.describe(new Image(bytes))).toEqual(msd80.describe(new Image(whole)));
  }
  expect(msd80.recognise(new Image(whole.subarray(0, 0x7f000)))).toEqual([]);
});

test.each([20, 28] as const)('rows of %i bytes are listed by code, with BMW’s own number beside it', (stride) => {
  const listing = list({ stride });
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.tableAt).toBe(msd80TableAt);
  const findRow = (expected: string) => listing.rows.find(({ code }) => code === expected);
  expect(findRow('2A00')).toMatchObject({ state: 'on', paths: [0] });
  expect(findRow('P0301')).toMatchObject({ state: 'partial', paths: [1, 2], makerNumber: '2A01 2A02' });
  expect(findRow('P0301')?.sharedWith).toEqual(['P2001', 'P2002']);
});

test.each<Msd80Options>([
  { sameNumber: true },
  { strayByte: true, count: 310 },
  { hasSecondTable: true },
  { count: 200 },
  { emptyRows: 4 },
])('no table is found with %o', (options) => {
  expect(list(options)).toMatchObject({ outcome: 'not found' });
});

test('three rows without a number are part of a table', () => {
  expect(list({ emptyRows: 3 })).toMatchObject({ outcome: 'found', tableAt: msd80TableAt });
});

test('a read without the boot code is recognised by program and calibration, and no model is reported', () => {
  const { model, ...facts } = msd80.describe(new Image(msd80Sample()));
  expect(model?.value).toBe('MSD80');
  const { hardwareNumber, processor, vehicleManufacturer, ...rest } = facts;
  expect(hardwareNumber?.value).toBe('5WK93999');
  expect(msd80.describe(new Image(msd80Sample({ hasNoBoot: true })))).toEqual({
    ...rest,
    vehicleManufacturer: { ...vehicleManufacturer, at: 0x40300 },
    processor: { ...processor, at: 0x40300 },
  });
  expect(msd80.recognise(new Image(msd80Sample({ hasNoBoot: true, secondProgram: '0049ZZ0I9Z8S' })))).toEqual([]);
  expect(msd80.recognise(new Image(msd80Sample({ hasNoBoot: true, isBigEndian: true })))).toEqual([]);
});

test('switching off clears the class in every row with the code, and corrects the CRC of the calibration', () => {
  const result = switchOff(msd80Sample(), msd80, ['P0301']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges.map(({ at }) => at - msd80TableAt)).toEqual([36]);
  expect(result.checksumChanges.map(({ at }) => at)).toEqual([0x40304]);
  expect(msd80.checksums?.(new Image(result.bytes)).map(({ state }) => state)).toEqual(['ok']);
  expect(result.warnings).toEqual([]);
});

test('an edited calibration is detected by its CRC', () => {
  const edited = msd80Sample({ breaksCalibration: true });
  expect(msd80.checksums?.(new Image(edited)).map(({ state }) => state)).toEqual(['wrong']);
  expect(switchOff(edited, msd80, ['P0301'])).toMatchObject({ kind: 'checksum wrong before' });
});

test('where the record of the calibration is damaged, its CRC is unknown and the user is warned', () => {
  const bytes = msd80Sample({ hasBootRecord: true });
  expect(msd80.checksums?.(new Image(bytes)).map(({ state }) => state)).toEqual(['ok', 'ok']);
  // More areas than a record can have.
  bytes[0x40308] = 33;
  expect(msd80.checksums?.(new Image(bytes)).map(({ state }) => state)).toEqual(['ok', 'unknown']);
  const result = switchOff(bytes, msd80, ['P0301']);
  expect(result.outcome === 'done' && result.warnings.map(({ code }) => code)).toEqual(['ecu.checksum_not_known']);
});
