import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { mjd } from './mjd.family.ts';
import { mjdSample } from './mjd.sample.ts';

test('the name and the part number are told', () => {
  expect(mjd.describe(new Image(mjdSample()))).toEqual({
    model: { value: 'MJD 6JF', at: 0xE162, strength: 'implied' },
    partNumber: { value: '55199999', at: 0xA8, strength: 'strong' },
  });
});

test('a name that stands at one end only is no name', () => {
  expect(mjd.recognise(new Image(mjdSample({ texts: [[0xE162, '6JF   MUST_C31418F2']] })))).toEqual([]);
});

test('a part number alone is not enough to be named', () => {
  const [evidence] = mjd.recognise(new Image(mjdSample({ texts: [[0xA5, 'U\x00355199999 ZJ y']] })));
  expect(evidence?.points).toBeLessThan(50);
});
