import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { fordEec } from './ford-eec.family.ts';
import { fordEecSample } from './ford-eec.sample.ts';

test("the name of the program's file is reported without its ending", () => {
  expect(fordEec.describe(new Image(fordEecSample()))).toEqual({
    softwareId: strong('ZZZZ9Z9', 0x3ff06),
    vehicleManufacturer: implied('Ford', 0x3ff06),
  });
});

test.each([{ name: 'ZZZZ9Z9.BIN' }, { name: 'Z ZZ9Z9.HEX' }, { sizeBytes: 0x80000 }])(
  'with %o it is not recognised',
  (options) => {
    const outcome = (bytes: Uint8Array) => identify(new Image(bytes), [fordEec]).outcome;
    expect(outcome(fordEecSample({ blockStart: 0 }))).toBe('recognised');
    expect(outcome(fordEecSample(options))).toBe('unknown');
  },
);
