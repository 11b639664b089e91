import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { suzukiMotorcycle } from './suzuki-motorcycle.family.ts';
import type { SuzukiMotorcycleKnobs } from './suzuki-motorcycle.sample.ts';
import { suzukiMotorcycleSample } from './suzuki-motorcycle.sample.ts';

const imageOf = (knobs: SuzukiMotorcycleKnobs = {}) => new Image(suzukiMotorcycleSample(knobs));

test.each([
  ['DJZZSE99', 0xffff0, {}],
  ['BB99BB99', 0x3fff0, { isSmall: true }],
])('the program %s is named', (name, at, knobs) => {
  expect(suzukiMotorcycle.describe(imageOf(knobs))).toEqual({
    vehicleManufacturer: implied('Suzuki', at),
    softwareNumber: strong(name, at),
  });
});

test.each<SuzukiMotorcycleKnobs>([{ second: 0x70007001 }, { name: 'DJZZSA99' }, { name: 'MFLA408 ' }])(
  'with %o it is not recognised',
  (knobs) => {
    expect(suzukiMotorcycle.recognise(imageOf())).toHaveLength(1);
    expect(suzukiMotorcycle.recognise(imageOf(knobs))).toEqual([]);
  },
);

test('words that add up to 5AA5 are right, and others are not judged', () => {
  const states = (knobs: SuzukiMotorcycleKnobs) =>
    suzukiMotorcycle.checksums?.(imageOf(knobs)).map(({ state, correct }) => [state, correct]);
  expect(states({})).toEqual([['ok', null]]);
  expect(states({ balance: 1 })).toEqual([['unknown', null]]);
});
