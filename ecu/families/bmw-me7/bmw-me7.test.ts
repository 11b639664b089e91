import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { bmwMe7 } from './bmw-me7.family.ts';
import type { BmwMe7Knobs } from './bmw-me7.sample.ts';
import { bmwMe7Sample } from './bmw-me7.sample.ts';

const imageOf = (knobs: BmwMe7Knobs = {}) => new Image(bmwMe7Sample(knobs));

test.each([
  { name: 'the calibration alone', isWhole: false, start: 0 },
  { name: 'a whole program', isWhole: true, start: 0x10000 },
])('$name tells its numbers', ({ isWhole, start }) => {
  const image = imageOf({ isWhole });
  expect(bmwMe7.recognise(image).map(({ points }) => points)).toEqual([70, 30]);
  expect(bmwMe7.describe(image)).toMatchObject({
    model: { value: 'ME7.2', strength: 'implied' },
    hardwareNumber: { value: '0261209999', at: start + 0xfcd8 },
    softwareId: { value: '69099999', at: start + 0xfc6e },
    dataset: { value: '69099999' },
    vehicleManufacturer: { value: 'BMW', at: start + 0x2c49 },
  });
});

test('nothing is told about the maker without the variant string', () => {
  expect(bmwMe7.describe(imageOf({ variant: '' })).vehicleManufacturer).toBeUndefined();
});

test('copies of the program number that do not agree are left out', () => {
  const copies = ['0111950069099999', '0111950069099998', '0111950069099999'];
  expect(bmwMe7.describe(imageOf({ copies })).softwareId).toBeUndefined();
});

test.each([{ isFramed: false }, { rows: 0 }, { rows: 9 }])('%o is not recognised', (knobs) => {
  expect(bmwMe7.recognise(imageOf(knobs))).toEqual([]);
});

test('a changed byte is noticed by the CRC over it, and put right', () => {
  const bytes = bmwMe7Sample();
  const states = () => bmwMe7.checksums?.(new Image(bytes)).map(({ state }) => state);
  expect(states()).toEqual(['ok', 'ok']);
  bytes[0x4000] = (bytes[0x4000] as number) ^ 1;
  expect(states()).toEqual(['wrong', 'ok']);
  const [first] = bmwMe7.checksums?.(new Image(bytes)) ?? [];
  for (const { at, after } of first?.correct?.() ?? []) bytes.set(after, at);
  expect(states()).toEqual(['ok', 'ok']);
});

test('what a whole program has besides the calibration is unknown', () => {
  expect(bmwMe7.checksums?.(imageOf({ isWhole: true })).map(({ state }) => state)).toEqual(['ok', 'ok', 'unknown']);
});
