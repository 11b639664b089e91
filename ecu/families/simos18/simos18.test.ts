import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { calibrationAt, simos18Sample } from './simos18.sample.ts';
import type { Simos18Knobs } from './simos18.sample.ts';
import { simos18 } from './simos18.family.ts';

const imageOf = (knobs: Simos18Knobs = {}) => new Image(simos18Sample(knobs));
const pointsOf = (image: Image) => simos18.recognise(image).reduce((sum, { points }) => sum + points, 0);
const statesOf = (image: Image) => simos18.checksums?.(image).map(({ state }) => state);

test('a right CRC and the names prove the family, and the CRC alone, which others of the maker have, is a hint', () => {
  expect(pointsOf(imageOf())).toBe(95);
  const others = imageOf({ software: 'XX012345' });
  expect(pointsOf(others)).toBe(45);
  expect(identify(others)).toEqual({ outcome: 'unknown' });
});

test('without a right CRC, header and names together are enough, and the header alone is not', () => {
  const broken = { breaksCalibration: true, breaksProgram: true };
  expect(pointsOf(imageOf(broken))).toBe(50);
  expect(simos18.recognise(imageOf({ ...broken, software: 'XX012345' }))).toEqual([]);
});

test('the data set tells software, part number and, by its project, the model', () => {
  expect(simos18.describe(imageOf())).toEqual({
    model: { value: 'Simos 8', at: calibrationAt + 0x23, strength: 'implied' },
    softwareId: { value: 'S85F1234', at: calibrationAt + 0x23, strength: 'strong' },
    partNumber: { value: '8P0907115AA', at: calibrationAt + 0x60, strength: 'strong' },
    processor: { value: 'TriCore', at: calibrationAt + 0x23, strength: 'implied' },
    vehicleManufacturer: { value: 'Audi', at: calibrationAt + 0x60, strength: 'implied' },
  });
  expect(simos18.describe(imageOf({ partNumber: 'NO NUMBER' }))).toEqual({});
});

test('a wrong CRC is corrected only where another one shows that the way of counting is the right one', () => {
  expect(statesOf(imageOf())).toEqual(['ok', 'ok']);
  const bytes = simos18Sample({ breaksCalibration: true });
  expect(statesOf(new Image(bytes))).toEqual(['wrong', 'ok']);
  for (const { at, after } of simos18.checksums?.(new Image(bytes))[0]?.correct?.() ?? []) bytes.set(after, at);
  expect(statesOf(new Image(bytes))).toEqual(['ok', 'ok']);
  const hopeless = imageOf({ breaksCalibration: true, breaksProgram: true });
  expect(simos18.checksums?.(hopeless).map(({ state, correct }) => [state, correct])).toEqual([
    ['unknown', null],
    ['unknown', null],
  ]);
});

test('the calibration alone is recognised where it is the whole file', () => {
  const whole = simos18Sample();
  expect(pointsOf(new Image(whole.subarray(calibrationAt, calibrationAt + 0x3c000)))).toBe(95);
});
