import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { hondaMotorcycle } from './honda-motorcycle.family.ts';
import type { HondaMotorcycleOptions } from './honda-motorcycle.sample.ts';
import { hondaMotorcycleSample } from './honda-motorcycle.sample.ts';

const outcome = (options: HondaMotorcycleOptions = {}) =>
  identify(new Image(hondaMotorcycleSample(options)), [hondaMotorcycle]).outcome;

test("Keihin's code and the maker are reported", () => {
  expect(hondaMotorcycle.describe(new Image(hondaMotorcycleSample()))).toEqual({
    vehicleManufacturer: implied('Honda', 0x3ffde),
    softwareId: strong('MZZA199', 0x3ffde),
  });
});

test('a changed file is recognised by its code near the end, and one without that by its sum', () => {
  const elsewhere: HondaMotorcycleOptions = { codes: [[0x3fa70, 'MZZA199']] };
  expect(outcome({ balance: 1 })).toBe('recognised');
  expect(outcome(elsewhere)).toBe('recognised');
  expect(outcome({ ...elsewhere, balance: 1 })).toBe('unknown');
});

test.each<HondaMotorcycleOptions>([
  { firstBytes: [0xff, 0, 0x10, 0x48, 0x70, 0, 0x70, 0] },
  { sizeBytes: 0x80000 },
  { codes: [] },
  { codes: [[0x3ffde, 'DJ47SE10']] },
  {
    codes: [
      [0x3ffde, 'MZZA199'],
      [0x20000, 'MZZA198'],
    ],
  },
])('with %o it is not recognised', (options) => {
  expect(outcome(options)).toBe('unknown');
});

test('bytes that do not add up to 0 are not judged, because files are published so, and none is offered for correction', () => {
  const sums = (options: HondaMotorcycleOptions) =>
    hondaMotorcycle
      .checksums?.(new Image(hondaMotorcycleSample(options)))
      .map(({ state, correct }) => [state, correct]);
  expect(sums({})).toEqual([['ok', null]]);
  expect(sums({ balance: 1 })).toEqual([['unknown', null]]);
});
