import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { gmE38 } from './gm-e38.family.ts';
import type { GmE38Knobs } from './gm-e38.sample.ts';
import { gmE38Sample } from './gm-e38.sample.ts';

const describe = (knobs: GmE38Knobs = {}) => gmE38.describe(new Image(gmE38Sample(knobs)));

test('the program has its number and its letters, and the boot code tells the model', () => {
  expect(describe()).toMatchObject({
    model: { value: 'E38', strength: 'implied' },
    vehicleManufacturer: { value: 'General Motors' },
    softwareNumber: { value: '12699999', at: 0x10005, strength: 'implied' },
    softwareVersion: { value: 'AB', at: 0x10009, strength: 'strong' },
  });
  expect(describe({ bootPart: 0 }).model?.value).toBe('E67');
  expect(describe({ bootPart: 12345678 }).model).toBeUndefined();
});

test('a word that is no number of eight digits is not told', () => {
  expect(describe({ programPart: 0xffffffff }).softwareNumber).toBeUndefined();
});

test.each<GmE38Knobs>([{ tail: 0xaa5555aa }, { bootNumber: 98 }, { programNumber: 2 }, { sizeBytes: 0x280000 }])(
  'with %o it is another control unit',
  (knobs) => {
    expect(gmE38.recognise(new Image(gmE38Sample(knobs)))).toEqual([]);
  },
);
