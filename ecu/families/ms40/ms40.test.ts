import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { ms40 } from './ms40.family.ts';
import { ms40Sample } from './ms40.sample.ts';

test('the control unit and its number are reported', () => {
  expect(ms40.describe(new Image(ms40Sample()))).toEqual({
    softwareId: strong('400999586149', 0xfd56),
    model: implied('MS40', 0xfd56),
    vehicleManufacturer: implied('BMW', 0xfd56),
  });
});

test.each([
  ['the name in another place', 0x8000, 'MS40099958614941703808E1'],
  ['another control unit', 0xfd54, 'MS41099958614941703808E1'],
])('%s is not recognised', (_name, at, text) => {
  expect(ms40.recognise(new Image(ms40Sample()))).not.toEqual([]);
  expect(ms40.recognise(new Image(ms40Sample({ texts: [[at, text]] })))).toEqual([]);
});
