import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { hondaCar } from './honda-car.family.ts';
import type { HondaCarOptions } from './honda-car.sample.ts';
import { hondaCarSample } from './honda-car.sample.ts';

const outcome = (options: HondaCarOptions = {}) => identify(new Image(hondaCarSample(options)), [hondaCar]).outcome;

test('the part number and the maker are reported', () => {
  expect(hondaCar.describe(new Image(hondaCarSample()))).toEqual({
    partNumber: strong('37805-Z9Z-A999', 0x14110),
    vehicleManufacturer: implied('Honda', 0x14110),
  });
});

test('a part number directly followed by the name of the unit is read', () => {
  expect(outcome({ partNumber: '37805-Z9Z-A999ECM' })).toBe('recognised');
});

test.each<HondaCarOptions>([
  { firstWords: 0x00080000 },
  { partNumber: '37805-Z9Z-A9999' },
  { partNumber: '37820-Z9Z-A999' },
  { sizeBytes: 0x100000 },
])('with %o it is not recognised', (options) => {
  expect(outcome()).toBe('recognised');
  expect(outcome(options)).toBe('unknown');
});

test('bytes that do not add up to 0 are reported, and none is offered for correction', () => {
  const sums = (options: HondaCarOptions) =>
    hondaCar.checksums?.(new Image(hondaCarSample(options))).map(({ state, correct }) => [state, correct]);
  expect(sums({})).toEqual([['ok', null]]);
  expect(sums({ balance: 1 })).toEqual([['wrong', null]]);
});
