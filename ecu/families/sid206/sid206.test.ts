import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { sid206 } from './sid206.family.ts';
import type { Sid206Knobs } from './sid206.sample.ts';
import { sid206Sample } from './sid206.sample.ts';

test('the head of the calibration gives the calibration, its number and the program', () => {
  expect(sid206.describe(new Image(sid206Sample()))).toEqual({
    model: { value: 'SID206', at: 0x40023, strength: 'implied' },
    softwareNumber: { value: '10999900AA', at: 0x40010, strength: 'strong' },
    softwareId: { value: 'FR1D0Z9000000', at: 0x40023, strength: 'strong' },
    dataset: { value: 'CAFR1Z90', at: 0x40000, strength: 'strong' },
  });
});

test.each<Sid206Knobs>([
  { nameAgain: 'FR1Z8' },
  { secondProgram: '111FR1D0Z8000000' },
  { texts: [[0x40000, 'CAFR1Z90FR1Z900\x0010999900AA']] },
])('with %o it is another control unit', (knobs) => {
  expect(sid206.recognise(new Image(sid206Sample()))).not.toEqual([]);
  expect(sid206.recognise(new Image(sid206Sample(knobs)))).toEqual([]);
});
