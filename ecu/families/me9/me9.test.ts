import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { me9 } from './me9.family.ts';
import type { Me9Options } from './me9.sample.ts';
import { me9Sample } from './me9.sample.ts';

const pointsOf = (options: Me9Options) => me9.recognise(new Image(me9Sample(options))).map(({ points }) => points);

test.each([
  { isSmall: false, at: 0x2600, programAt: 0x8038a },
  { isSmall: true, at: 0xfe000, programAt: 0x24a },
])('the boot code gives the hardware number (%o)', ({ isSmall, at, programAt }) => {
  expect(pointsOf({ isSmall })).toEqual([50, 40, 10]);
  expect(me9.describe(new Image(me9Sample({ isSmall })))).toEqual({
    hardwareNumber: strong('0261209999', at),
    softwareNumber: strong('1037399999', programAt),
    processor: implied('MPC5xx', at),
  });
});

test('a diesel number does not belong to the family, and the mark alone is only a hint', () => {
  expect(pointsOf({ hardware: '0281009999' })).toEqual([10]);
  expect(pointsOf({ mark: '\x08\0\0T\0' })).toEqual([50, 10]);
});
