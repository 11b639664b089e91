import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { sid206 } from './sid206.family.ts';
import type { Sid206Options } from './sid206.sample.ts';
import { sid206Sample } from './sid206.sample.ts';

test('the header of the calibration gives its name, its number and the program', () => {
  expect(sid206.describe(new Image(sid206Sample()))).toEqual({
    model: implied('SID206', 0x40023),
    softwareNumber: strong('10999900AA', 0x40010),
    softwareId: strong('FR1D0Z9000000', 0x40023),
    dataset: strong('CAFR1Z90', 0x40000),
  });
});

test.each<Sid206Options>([
  { nameAgain: 'FR1Z8' },
  { secondProgram: '111FR1D0Z8000000' },
  { texts: [[0x40000, 'CAFR1Z90FR1Z900\x0010999900AA']] },
])('with %o the file is not recognised', (options) => {
  expect(sid206.recognise(new Image(sid206Sample()))).not.toEqual([]);
  expect(sid206.recognise(new Image(sid206Sample(options)))).toEqual([]);
});
