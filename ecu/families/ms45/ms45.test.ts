import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { ms45 } from './ms45.family.ts';
import { ms45Sample } from './ms45.sample.ts';

test('the calibration names the control unit and the program', () => {
  expect(ms45.describe(new Image(ms45Sample()))).toEqual({
    softwareId: strong('459X30', 0x40003),
    model: implied('MS45', 0x40003),
    vehicleManufacturer: implied('BMW', 0x40003),
  });
});

test.each([
  ['another name in front', `CA459X31459X3000${'00445200X30S10000'.repeat(3)}CA459X30.DAT`],
  ['a name that differs once', `CA459X30459X3000${'00445200X30S10000'.repeat(2)}00445200X30S10001CA459X30.DAT`],
])('%s is not recognised', (_name, text) => {
  expect(ms45.recognise(new Image(ms45Sample()))).not.toEqual([]);
  expect(ms45.recognise(new Image(ms45Sample({ texts: [[0x40001, text]] })))).toEqual([]);
});
