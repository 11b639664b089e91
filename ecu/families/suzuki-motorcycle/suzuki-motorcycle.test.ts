import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { suzukiMotorcycle } from './suzuki-motorcycle.family.ts';
import type { SuzukiMotorcycleOptions } from './suzuki-motorcycle.sample.ts';
import { suzukiMotorcycleSample } from './suzuki-motorcycle.sample.ts';

const imageOf = (options: SuzukiMotorcycleOptions = {}) => new Image(suzukiMotorcycleSample(options));

test.each([
  ['DJZZSE99', 0xffff0, {}],
  ['BB99BB99', 0x3fff0, { isSmall: true }],
])('the program %s is named', (name, at, options) => {
  expect(suzukiMotorcycle.describe(imageOf(options))).toEqual({
    vehicleManufacturer: implied('Suzuki', at),
    softwareNumber: strong(name, at),
  });
});

test.each<SuzukiMotorcycleOptions>([{ second: 0x70007001 }, { name: 'DJZZSA99' }, { name: 'MFLA408 ' }])(
  'with %o it is not recognised',
  (options) => {
    expect(suzukiMotorcycle.recognise(imageOf())).toHaveLength(1);
    expect(suzukiMotorcycle.recognise(imageOf(options))).toEqual([]);
  },
);

test('words that add up to 5AA5 are right, and others are not judged', () => {
  const states = (options: SuzukiMotorcycleOptions) =>
    suzukiMotorcycle.checksums?.(imageOf(options)).map(({ state, correct }) => [state, correct]);
  expect(states({})).toEqual([['ok', null]]);
  expect(states({ balance: 1 })).toEqual([['unknown', null]]);
});
