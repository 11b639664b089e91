import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { strong } from '../../testing/facts.ts';
import { ms4x } from './ms4x.family.ts';
import type { Ms4xOptions } from './ms4x.sample.ts';
import { ms4xSample } from './ms4x.sample.ts';

const describe = (options: Ms4xOptions = {}) => ms4x.describe(new Image(ms4xSample(options)));
const recognise = (options: Ms4xOptions = {}) => ms4x.recognise(new Image(ms4xSample(options)));

test('a whole MS43 yields its program, its hardware and its part number', () => {
  expect(describe()).toMatchObject({
    model: strong('MS43', 0x3f94),
    vehicleManufacturer: { value: 'BMW' },
    softwareNumber: strong('439999', 0x70042),
    softwareId: strong('ca439999', 0x70040),
    hardwareNumber: strong('5WK90999', 0x3f80),
    partNumber: strong('7999999', 0x6fe80),
  });
});

test('the calibration alone yields its program', () => {
  const facts = describe({ isCalibrationAlone: true });
  expect(facts).toMatchObject({
    model: { value: 'MS43', strength: 'implied' },
    softwareNumber: { value: '439999', at: 0x42 },
  });
  expect(facts.hardwareNumber).toBeUndefined();
});

test('an MSV70 yields its program and dataset', () => {
  expect(describe({ isMsv70: true })).toMatchObject({
    model: { value: 'MSV70', strength: 'implied' },
    softwareNumber: { value: '0049ZZ0Z999S' },
    softwareId: { value: 'Z999S' },
    dataset: { value: '0ZZ9S' },
  });
});

test('a part number whose copies differ is left out', () => {
  expect(describe().partNumber).toBeDefined();
  expect(describe({ secondPartNumber: '7999998' }).partNumber).toBeUndefined();
});

test('other names, other processors and other models are not recognised', () => {
  expect(recognise()).toHaveLength(1);
  expect(recognise({ secondName: '1119399990010001' })).toEqual([]);
  expect(recognise({ fileName: 'ca999999.DAT' })).toEqual([]);
  expect(recognise({ isMsv70: true, firstByte: 0x7b })).toEqual([]);
  expect(recognise({ isMsv70: true, fileName: 'CA9ZZ99Z.HEX' })).toEqual([]);
});

const sumsOf = (bytes: Uint8Array) => ms4x.checksums?.(new Image(bytes)) ?? [];

test.each([false, true])('the CRC of an MS43 is checked and corrected; calibration alone: %s', (isCalibrationAlone) => {
  const bytes = ms4xSample({ isCalibrationAlone });
  const calibrationAt = isCalibrationAlone ? 0 : 0x70000;
  expect(sumsOf(bytes)).toMatchObject([{ name: 'CRC of the calibration', state: 'ok' }]);
  // Behind the record; what stands between the areas is not covered.
  bytes[calibrationAt + 0x3000] = 0x77;
  expect(sumsOf(bytes)).toMatchObject([{ state: 'ok' }]);
  bytes[calibrationAt + 0x5001] = 0x77;
  const [wrong] = sumsOf(bytes);
  expect(wrong?.state).toBe('wrong');
  expect(wrong?.correct?.()).toMatchObject([{ at: calibrationAt + 0x3fe0 }]);
  bytes.set(wrong?.correct?.()[0]?.after ?? [], calibrationAt + 0x3fe0);
  expect(sumsOf(bytes)).toMatchObject([{ state: 'ok' }]);
});

test.each<Ms4xOptions>([{ areas: 0 }, { areas: 5 }, { lastAddress: 0x80000 }, { lastAddress: 0x73fff }])(
  'a record that does not describe the memory has no sum that could be repaired, with %o',
  (options) => expect(sumsOf(ms4xSample(options))).toEqual([]),
);
